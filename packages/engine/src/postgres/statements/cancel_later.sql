-- Cancels jobs that wait for their time. They get an attempt that is settled at once, so that history tells of them.
-- Their keys and group slots are given back, and items whose stages they were to run end. $1 ids.
-- Locks: groups, before all else, the rows it removes, keys, items; it waits for none of them for long (55P03), as cancel_in_line does.
-- Indexes: later's primary key, pipeline_item_job.
with asked as materialized (
  select r.group_name from set_config('lock_timeout', '200ms', true), pawl.later r
   where r.job_id = any ($1::bigint[]) and r.group_name is not null
), locked as materialized (
  select count(*) as n from (select pawl.lock_groups(array_agg(group_name)) from asked) l
), gone as (
  delete from pawl.later l using set_config('lock_timeout', '200ms', true), locked
   where l.job_id = any ($1::bigint[]) and locked.n >= 0 returning l.*
), appended as (
  insert into pawl.attempt (job_id, created_at, run_at, lane, deferrals, max_attempts, failures, crashes, body, replays, trace,
                            key, group_name)
  select job_id, created_at, case run_at when 'infinity' then clock_timestamp() else run_at end, lane, deferrals, max_attempts, failures, crashes,
         body, replays, trace, key, group_name from gone
  returning pos, job_id
), settled as (
  insert into pawl.outcome (pos, kind) select pos, 'cancelled' from appended
), items as (
  update pawl.pipeline_item i
     set ended_as = 'cancelled', reason = 'job-cancelled', version = nextval('pawl.position'), moved_at = clock_timestamp()
   where i.job_id = any (array(select job_id from gone)) and i.ended_as is null
), waiters as (
  delete from pawl.waiter where job_id = any (array(select job_id from gone))
), released as (
  delete from pawl.key where mode = 'live' and job_id = any (array(select job_id from gone))
)
select coalesce(array_agg(job_id), '{}')::text[] as ids, pawl.release_slots(array_agg(job_id))::text as released from appended
