-- What a lost worker took and did not settle: from the leases of its last heartbeat and those it took after that. So for what was
-- handed to it: the heartbeat has listed the turn of that, or its lease is younger, however late it was committed.
-- ahead: taken before a slot was free, or handed over, and not known to have started.
-- recorded: it ran in quarantine, within its window. quarantined: it was claimed for the quarantine.
-- neighbours: how many it left in all, those that another reclaimer has taken back meanwhile included.
-- $1 worker, $2 how many at the most.
-- Locks: none. Indexes: lease_worker (the end of its range), primary keys of lease, attempt and outcome; those of
-- pawl.crashes_in_a_row.
select left_behind.*, pawl.crashes_in_a_row(job_id) as crashes_in_a_row from (
  select a.pos, a.job_id, a.lane, a.failures, a.crashes, a.max_attempts, lane.queue, lane.type, lane.version, lane.priority,
         lane.source, w.suspect = a.pos is true as recorded, lane.place = 'alone' as quarantined,
         (l.ahead @> a.pos and not w.running @> a.pos) is true as ahead,
         w.name as worker_name, w.number as worker_number, (count(*) over ())::int as neighbours, o.pos is null as unsettled
    from pawl.worker w
   cross join lateral (
     select l.lane, l.turn, l.positions, l.ahead from pawl.lease l
      where l.worker = w.id and l.at > w.heartbeat_at - interval '1 minute'
     union
     select l.lane, l.turn, l.positions, l.ahead
       from unnest(w.leases) open
      cross join lateral (select * from pawl.lease l where l.lane = split_part(open, ':', 1)::int
                             and l.turn = split_part(open, ':', 2)::bigint and l.worker = w.id limit 1) l
   ) l
   cross join lateral unnest(l.positions) taken
   -- offset 0 and limit 1 pin look-ups by key: joined freely, both tables would be read whole
   cross join lateral (select * from pawl.attempt a where a.pos >= lower(taken) and a.pos < upper(taken) offset 0) a
    left join lateral (select * from pawl.outcome o where o.pos = a.pos limit 1) o on true
    join pawl.lane lane on lane.id = a.lane
   where w.id = $1
     and (o.pos is null or (o.worker = w.number and (o.kind = 'crashed' or o.detail ->> 'name' = 'WorkerLostError')))
) left_behind
 where unsettled
 order by pos
 limit $2
