-- Takes one attempt back from a worker that went silent, and appends the next attempt of its job.
-- One at a time, and it waits for a job.commit that is writing the same outcome for a second only (55P03, tried again at the
-- next round): one job must hold up nobody else's.
-- $1 position, $2 lane of the next attempt, $3 crashes to add,
-- $4 detail, $5 number of the worker it is taken from, $6 whether it had started, and so in time. Locks: the attempt, against steps that are being written (see
-- pawl.hold_attempt); the new rows. Indexes: primary keys of outcome, attempt.
with held as materialized (
  select a.pos from set_config('lock_timeout', '1s', true), pawl.attempt a where a.pos = $1 for update of a
), settled as (
  insert into pawl.outcome (pos, kind, worker, detail)
  select pos, 'crashed', $5, $4::jsonb from held
  on conflict do nothing
  returning pos
), appended as (
  insert into pawl.attempt (job_id, created_at, lane, deferrals, max_attempts, failures, crashes, body, start_before,
                            replays, trace, key, group_name)
  select a.job_id, a.created_at, $2, a.deferrals, a.max_attempts, a.failures, a.crashes + $3, a.body,
         case when not $6 then a.start_before end, a.replays, a.trace, a.key, a.group_name
    from settled s cross join lateral (select * from pawl.attempt a where a.pos = s.pos limit 1) a
  returning lane
)
select pg_notify('pawl_line', lane::text)::text as woken from appended
