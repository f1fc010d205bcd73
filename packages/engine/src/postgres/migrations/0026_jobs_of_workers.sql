-- The view of jobs again, with the lease of a job that has run for long found from its worker: among the leases of its lane it stands
-- behind all that was claimed since, and a page of such jobs read all of those for each. And with a condition on number read by indexes:
-- the first attempt of a job has that number as its position, and the others are in attempt_again.
create or replace view pawl.jobs as
select 'job_' || a.number::text as id, a.number, a.pos as position, l.queue, l.type, l.version, a.body::jsonb as body,
       case
         when o.pos is not null then o.kind::text
         when lease.lane is null then 'pending'
         when lease.ahead @> a.pos and not w.running @> a.pos then 'pending'
         else 'running'
       end as status,
       l.priority, a.run_at, a.failures + a.crashes + 1 as attempt, a.max_attempts::int,
       -- the failure or crash that ended a job is counted in its dead letter; an attempt knows only those before it
       coalesce(d.failures, a.failures)::int as failures, coalesce(d.crashes, a.crashes)::int as crashes,
       a.deferrals, a.key, a.group_name as "group", nullif(l.source, '') as source, w.name as locked_by, lease.at as locked_at, w.heartbeat_at,
       p.value as progress, res.value as result, o.detail as error, a.trace, a.created_at, o.at as finished_at,
       case when a.replays is not null then 'job_' || a.replays::text end as replays
  from (select a.pos as number, a.* from pawl.attempt a where a.job_id = a.pos
        union all
        select a.job_id, a.* from pawl.attempt a where a.job_id <> a.pos) a
  join pawl.lane l on l.id = a.lane
  left join pawl.outcome o on o.pos = a.pos
  left join pawl.dead d on o.kind = 'failed' and d.job_id = a.job_id
  left join lateral (
    select last.* from pawl.lease last where o.pos is null and last.lane = a.lane order by last.turn desc limit 1
  ) last on true
  left join lateral (
    select lease.* from (   -- in this order
      (select newest.* from pawl.lease newest where newest.lane = a.lane order by newest.turn desc limit 1000)
      union all
      -- what has run for longer its worker has listed, or claimed since its last heartbeat
      select listed.* from pawl.worker w cross join lateral unnest(w.leases) held (lease)
       cross join lateral (select * from pawl.lease l where l.lane = a.lane and l.turn = split_part(held.lease, ':', 2)::bigint limit 1) listed
       where w.stopped_at is null and split_part(held.lease, ':', 1)::int = a.lane and listed.worker = w.id
      union all
      select young.* from pawl.worker w
       cross join lateral (select * from pawl.lease l where l.worker = w.id and l.at > w.heartbeat_at - interval '5 seconds') young
       where w.stopped_at is null and young.lane = a.lane
    ) lease
     where lease.positions @> a.pos
       and (pg_visible_in_snapshot(a.xid, last.base)
            or (pg_visible_in_snapshot(a.xid, last.win) and (a.xid, a.pos) <= (last.xid, last.pos)))
     limit 1
  ) lease on true
  left join pawl.worker w on w.id = lease.worker
  left join pawl.progress p on p.job_id = a.job_id
  left join pawl.result res on res.pos = a.pos
 where o.kind is null or o.kind in ('succeeded', 'failed', 'cancelled')
union all
select 'job_' || r.job_id::text, r.job_id, 0::bigint, l.queue, l.type, l.version, r.body::jsonb,
       case r.reason when 'retry' then 'retryable' when 'parked' then 'pending' else 'scheduled' end,
       l.priority, nullif(r.run_at, 'infinity'), r.failures + r.crashes + 1, r.max_attempts::int, r.failures::int, r.crashes::int,
       r.deferrals, r.key, r.group_name, nullif(l.source, ''), null, null, null, p.value, null, r.error, r.trace, r.created_at, null,
       case when r.replays is not null then 'job_' || r.replays::text end
  from pawl.later r
  join pawl.lane l on l.id = r.lane
  left join pawl.progress p on p.job_id = r.job_id
union all
-- a dead letter whose history is gone
select 'job_' || d.job_id::text, d.job_id, 0::bigint, l.queue, l.type, l.version, d.body::jsonb, 'failed', l.priority, null,
       greatest(1, d.failures + d.crashes), d.max_attempts::int, d.failures::int, d.crashes::int, d.deferrals, d.key, d.group_name,
       nullif(l.source, ''), null, null, null, p.value, null, d.error, d.trace, d.created_at, d.died_at,
       case when d.replays is not null then 'job_' || d.replays::text end
  from pawl.dead d
  join pawl.lane l on l.id = d.lane
  left join pawl.progress p on p.job_id = d.job_id
 where not exists (select from pawl.attempt a where a.pos = d.pos);
