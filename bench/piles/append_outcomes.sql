-- Settles as succeeded what a lane has between two positions, the last one included. $1 lane, $2 and $3 the positions, $4 the
-- number of the worker. Locks: none that wait. Indexes: primary keys of attempt and outcome.
insert into pawl.outcome (pos, at, kind, worker, duration_ms)
select a.pos, now() - interval '23 hours', 'succeeded', $4, 1
  from pawl.attempt a
 where a.lane = $1 and a.pos > $2 and a.pos <= $3
 order by a.pos
