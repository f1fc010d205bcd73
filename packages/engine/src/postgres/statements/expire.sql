-- Makes dead letters of jobs in line that were not started in time, as far as no worker has them.
-- $1 how many at the most. Locks: the new rows. Index: attempt_start_before.
with late as (
  select a.* from pawl.attempt a
   where a.start_before < clock_timestamp()
     and not exists (select from pawl.outcome o where o.pos = a.pos)
     and not exists (
       select from (select * from pawl.lease l where l.lane = a.lane order by l.turn desc limit 1) last
        where pg_visible_in_snapshot(a.xid, last.base)
           or (pg_visible_in_snapshot(a.xid, last.win) and (a.xid, a.pos) <= (last.xid, last.pos)))
   order by a.pos
   limit $1
), settled as (
  insert into pawl.outcome (pos, kind, detail)
  select pos, 'failed', '{"name":"ExpiredError","message":"not started before its time was up"}' from late order by pos
  on conflict do nothing
  returning pos, detail
)
insert into pawl.dead (job_id, pos, created_at, lane, deferrals, max_attempts, failures, crashes, reason, body, replays, trace,
                       error)
select a.job_id, a.pos, a.created_at, a.lane, a.deferrals, a.max_attempts, a.failures, a.crashes, 'expired', a.body, a.replays,
       a.trace, s.detail
  from settled s join late a on a.pos = s.pos
returning job_id
