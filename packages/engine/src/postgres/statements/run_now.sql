-- Puts a delayed job into its lane at once, and notifies the workers. A row without a queue: it waits for a group or for other jobs, and
-- stays. No row: it is not delayed. $1 its number.
-- Locks: its row in `later`, behind who is putting it into line. Index: later's primary key.
with due as (
  delete from pawl.later where job_id = $1 and reason in ('scheduled', 'retry', 'deferred') returning *
), appended as (
  insert into pawl.attempt (job_id, created_at, run_at, lane, deferrals, max_attempts, failures, crashes, body, start_before,
                            replays, trace, key, group_name)
  select job_id, created_at, clock_timestamp(), lane, deferrals, max_attempts, failures, crashes, body, start_before, replays, trace,
         key, group_name
    from due
  returning lane
)
select l.queue, l.type, null as waits_for, pg_notify('pawl_line', a.lane::text)::text as woken
  from appended a join pawl.lane l on l.id = a.lane
union all
select null, null, reason, null from pawl.later where job_id = $1 and reason in ('parked', 'waiting')
