-- Attempts in leases that nobody knows of: of a live worker that never got the reply to its claim (an old lease that its
-- heartbeat does not list), of one that left without ever having got it, or of one that is not registered. Never started, so
-- nobody is to blame. When there are none left it remembers up to where it has looked: a sweep reads no lease twice.
-- A worker that left while it might be handed a job has listed the turns of that. These are looked at until nothing can hand it
-- one any more (worker_bury), and so is what it took last.
-- $1 age in ms from which a lease must be listed, $2 how many at the most.
-- Locks: the workers' rows, those that are locked are left for the next sweep. Indexes: lease_worker (hops from worker to
-- worker, then a range of each), primary keys of lease, attempt and outcome. Who is not registered has no mark: all its leases are read.
with recursive holder as (
  (select l.worker from pawl.lease l order by l.worker limit 1)
  union all
  select (select l.worker from pawl.lease l where l.worker > h.worker order by l.worker limit 1)
    from holder h where h.worker is not null
), seen as materialized (
  select w.id, w.name, w.number, w.leases, w.stopped_at is not null as has_left, w.swept_at - $1::float8 * interval '1 ms' as since,
         case when w.stopped_at is null then w.heartbeat_at - $1::float8 * interval '1 ms' else 'infinity' end as till,
         case when w.stopped_at is null then w.heartbeat_at
              when w.leases = '{}' or w.gone_xid is null or w.gone_xid < pg_snapshot_xmin(pg_current_snapshot()) then 'infinity'
              else w.swept_at end as swept_at
    from pawl.worker w
   -- ten seconds after a worker has left, a claim that was under way has ended
   where w.lost_at is null and w.swept_at < 'infinity'
     and (w.stopped_at is null or w.stopped_at < clock_timestamp() - interval '10 seconds')
), unknown as (
  select s.name as worker_name, s.number as worker_number, l.positions
    from seen s
   cross join lateral (select l.lane, l.turn, l.positions from pawl.lease l
                        where l.worker = s.id and l.at > s.since and l.at <= s.till) l
   where not l.lane || ':' || l.turn = any (s.leases)
  union all
  select s.name, s.number, l.positions
    from seen s cross join lateral unnest(s.leases) listed
   cross join lateral (select l.positions from pawl.lease l where l.lane = split_part(listed, ':', 1)::int
                          and l.turn = split_part(listed, ':', 2)::bigint and l.worker = s.id limit 1) l
   where s.has_left
  union all
  select h.worker::text, null, l.positions
    from holder h
   cross join lateral (select l.positions from pawl.lease l where l.worker = h.worker) l
   -- cursors that were carried forward are in the name of nobody, and hold nothing
   where h.worker <> '00000000-0000-0000-0000-000000000000' and not exists (select from pawl.worker w where w.id = h.worker)
), unsettled_range as materialized (
  -- most ranges are settled whole, and counting tells so faster than asking for each position
  select u.worker_name, u.worker_number, lower(taken) as first, upper(taken) as beyond
    from unknown u cross join lateral unnest(u.positions) taken
   where (select count(*) from pawl.outcome o where o.pos >= lower(taken) and o.pos < upper(taken)) < upper(taken) - lower(taken)
), unsettled as (
  select a.pos, a.job_id, a.lane, a.failures, a.crashes, a.max_attempts, r.worker_name, r.worker_number
    from unsettled_range r
   -- offset 0 and limit 1 pin look-ups by key: joined freely, both tables would be read whole
   cross join lateral (select * from pawl.attempt a where a.pos >= r.first and a.pos < r.beyond offset 0) a
    left join lateral (select o.pos from pawl.outcome o where o.pos = a.pos limit 1) o on true
   where o.pos is null
   order by a.pos
   limit $2
), due as (
  select w.id, s.swept_at from seen s join pawl.worker w on w.id = s.id
   where s.swept_at > w.swept_at + interval '5 seconds' and not exists (select from unsettled)
     for no key update of w skip locked
), swept as (
  update pawl.worker w set swept_at = due.swept_at from due where w.id = due.id
)
select u.pos, u.job_id, u.lane, u.failures, u.crashes, u.max_attempts, lane.queue, lane.type, lane.version, lane.priority,
       lane.source, false as recorded, false as quarantined, true as ahead, 0 as neighbours, 0 as crashes_in_a_row,
       u.worker_name, u.worker_number
  from unsettled u join pawl.lane on lane.id = u.lane
 order by u.pos
