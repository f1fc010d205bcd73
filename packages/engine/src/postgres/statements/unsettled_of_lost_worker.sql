-- What a lost worker took and did not settle: from the leases of its last heartbeat and those it took after that.
-- $1 worker, $2 how many at the most. Locks: none. Indexes: lease_worker, primary keys of attempt and outcome.
select a.pos, a.job_id, a.lane, a.failures, a.crashes, a.max_attempts, lane.queue, lane.type, lane.version, lane.priority,
       lane.source, w.suspect = a.pos is true as alone, l.ahead @> a.pos is true as ahead, w.name as worker_name, w.number as worker_number
  from pawl.worker w
  join pawl.lease l on l.worker = w.id
       and (l.at > w.heartbeat_at - interval '1 minute' or l.lane || ':' || l.turn = any (w.leases))
 cross join lateral unnest(l.positions) taken
  join pawl.attempt a on a.pos >= lower(taken) and a.pos < upper(taken)
  join pawl.lane lane on lane.id = a.lane
 where w.id = $1 and not exists (select from pawl.outcome o where o.pos = a.pos)
 order by a.pos
 limit $2
