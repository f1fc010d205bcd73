-- Puts a job that waits for its retry into line at once, and tells the workers. No row: it does not wait for one. $1 its number.
-- Locks: its row in `later`, behind who is putting it into line. Index: later's primary key.
with due as (
  delete from pawl.later where job_id = $1 and reason = 'retry' returning *
), appended as (
  insert into pawl.attempt (job_id, created_at, run_at, lane, deferrals, max_attempts, failures, crashes, body, start_before,
                            replays, trace, key, group_name)
  select job_id, created_at, clock_timestamp(), lane, deferrals, max_attempts, failures, crashes, body, start_before, replays, trace,
         key, group_name
    from due
  returning lane
)
select l.queue, l.type, pg_notify('pawl_line', a.lane::text)::text as woken from appended a join pawl.lane l on l.id = a.lane
