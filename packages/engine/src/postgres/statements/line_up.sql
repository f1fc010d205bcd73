-- Moves what is due from `later` into its lane, as a new attempt of the same job, oldest first, and tells the workers.
-- $1 how many at the most. Locks: the rows it moves; rows that another process is moving are passed over. Index: later_due.
with due as (
  delete from pawl.later
   where job_id = any (array(
     select job_id from pawl.later where run_at <= statement_timestamp() order by run_at limit $1 for update skip locked))
  returning *
), appended as (
  insert into pawl.attempt (job_id, created_at, run_at, lane, deferrals, max_attempts, failures, crashes, body, start_before,
                            replays, trace, key, group_name)
  select job_id, created_at, run_at, lane, deferrals, max_attempts, failures, crashes, body, start_before, replays, trace, key, group_name
    from due order by run_at
  returning lane
), woken as (
  select string_agg(distinct lane::text, ',') as lanes, count(*)::int as moved from appended
)
select moved, case when moved > 0 then pg_notify('pawl_line', case when length(lanes) > 7900 then '*' else lanes end)::text end as woken from woken
