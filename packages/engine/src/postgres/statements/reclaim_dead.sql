-- Takes one attempt back from a worker that it took with it, once too often: the job becomes a dead letter.
-- Waits for a job.commit that is writing the same outcome for a second only, as reclaim does.
-- $1 position, $2 reason, $3 detail, $4 number of the worker. Locks: the attempt, as reclaim does; the new rows.
-- Indexes: primary keys of outcome, attempt.
with held as materialized (
  select a.pos from set_config('lock_timeout', '1s', true), pawl.attempt a where a.pos = $1 for update of a
), settled as (
  insert into pawl.outcome (pos, kind, worker, detail)
  select pos, 'failed', $4, $3::jsonb from held
  on conflict do nothing
  returning pos, detail
), buried as (
insert into pawl.dead (job_id, pos, created_at, lane, deferrals, max_attempts, failures, crashes, reason, body, replays, trace, key, group_name,
                       error)
select a.job_id, a.pos, a.created_at, a.lane, a.deferrals, a.max_attempts, a.failures, a.crashes + 1, $2, a.body, a.replays,
       a.trace, a.key, a.group_name, s.detail
  from settled s cross join lateral (select * from pawl.attempt a where a.pos = s.pos limit 1) a
returning job_id
)
select job_id, pawl.release_slots(array[job_id])::text as released from buried
