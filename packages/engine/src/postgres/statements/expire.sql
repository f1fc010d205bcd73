-- Makes dead letters of jobs in line that were not started in time, as far as no worker has them.
-- $1 how many at the most, $2 how many ms to look back: what ended in time stays in the index.
-- Locks: groups, as an admission does, which may be giving one of them a slot; the new rows. Index: attempt_start_before.
with late as materialized (
  select a.*, lane.type, lane.queue from pawl.attempt a join pawl.lane on lane.id = a.lane
   where a.start_before < now() and a.start_before > now() - $2 * interval '1 ms'
     and not exists (select from pawl.outcome o where o.pos = a.pos)
     and not exists (
       select from (select * from pawl.lease l where l.lane = a.lane order by l.turn desc limit 1) last
        where pg_visible_in_snapshot(a.xid, last.base)
           or (pg_visible_in_snapshot(a.xid, last.win) and (a.xid, a.pos) <= (last.xid, last.pos)))
   order by a.pos
   limit $1
), locked as materialized (
  select count(*) as n from (select pawl.lock_groups(array_agg(group_name)) from late) l
), settled as (
  insert into pawl.outcome (pos, kind, detail)
  select pos, 'failed', '{"name":"ExpiredError","message":"not started before its time was up"}' from locked, late
   where locked.n >= 0 order by pos
  on conflict do nothing
  returning pos, detail
), buried as (
  insert into pawl.dead (job_id, pos, created_at, lane, deferrals, max_attempts, failures, crashes, reason, body, replays, trace, key, group_name,
                         error)
  select a.job_id, a.pos, a.created_at, a.lane, a.deferrals, a.max_attempts, a.failures, a.crashes, 'expired', a.body, a.replays,
         a.trace, a.key, a.group_name, s.detail
    from settled s join late a on a.pos = s.pos
)
select coalesce(json_agg(json_build_array(a.job_id, a.type, a.queue)), '[]') as expired,
       pawl.release_slots(array_agg(a.job_id) filter (where a.group_name is not null))::text as released
  from settled s join late a on a.pos = s.pos
