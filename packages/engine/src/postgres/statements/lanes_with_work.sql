-- Which of these lanes have an attempt that a claim could take now; none of a paused queue.
-- $1 lanes. Locks: none. Indexes: lane's primary key, and those of pawl.offered_by_lane.
select l.id from pawl.lane l
 where l.id = any ($1::int[])
   and not exists (select from pawl.queue q where q.name = l.queue and q.paused_at is not null)
   and exists (select from pawl.offered_by_lane(l.id, pg_current_snapshot(), 1))
