-- Cancels jobs that wait for their time. They get an attempt that is settled at once, so that history tells of them.
-- $1 ids. Locks: the rows it removes. Index: later's primary key.
with gone as (
  delete from pawl.later where job_id = any ($1::bigint[]) returning *
), appended as (
  insert into pawl.attempt (job_id, created_at, run_at, lane, deferrals, max_attempts, failures, crashes, body, replays, trace)
  select job_id, created_at, run_at, lane, deferrals, max_attempts, failures, crashes, body, replays, trace from gone
  returning pos, job_id
), settled as (
  insert into pawl.outcome (pos, kind) select pos, 'cancelled' from appended
)
select job_id from appended
