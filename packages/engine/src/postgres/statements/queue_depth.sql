-- How many jobs of a queue wait, are scheduled and run. $1 queue, $2 up to how many are counted.
-- Locks: none. Indexes: see pawl.queue_depth.
select pending, scheduled, running, exact, oldest_pending_at from pawl.queue_depth($1, $2)
