-- Attempts in leases that nobody knows of: of a live worker that never got the reply to its claim (an old lease that its
-- heartbeat does not list), or of a worker that is not registered. Never started, so nobody is to blame.
-- $1 age in ms from which a lease must be listed, $2 how many at the most.
-- Locks: none. Indexes: lease_worker, primary keys of attempt and outcome.
select a.pos, a.job_id, a.lane, a.failures, a.crashes, a.max_attempts, lane.queue, lane.type, lane.version, lane.priority,
       lane.source, false as alone, true as ahead, coalesce(w.name, l.worker::text) as worker_name, w.number as worker_number
  from pawl.lease l
  left join pawl.worker w on w.id = l.worker
 cross join lateral unnest(l.positions) taken
  join pawl.attempt a on a.pos >= lower(taken) and a.pos < upper(taken)
  join pawl.lane lane on lane.id = a.lane
 where (w.id is null or (w.lost_at is null and l.at > w.swept_at - $1::float8 * interval '1 ms'
                         and l.at < w.heartbeat_at - $1::float8 * interval '1 ms' and not l.lane || ':' || l.turn = any (w.leases)))
   and not exists (select from pawl.outcome o where o.pos = a.pos)
 order by a.pos
 limit $2
