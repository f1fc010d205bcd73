-- Which kinds of things there are that a sweep goes through. $1 age in ms from which workers that left are forgotten.
-- Locks: none. Indexes: primary keys of key and group_slot, later_parked, later_waiting; worker has one row a process.
select exists (select from pawl.key k) as keys, exists (select from pawl.group_slot s) as slots,
       exists (select from pawl.later r where r.reason = 'parked') as parked,
       exists (select from pawl.later r where r.reason = 'waiting') as waiting,
       exists (select from pawl.worker w where w.stopped_at < clock_timestamp() - $1::float8 * interval '1 ms') as workers
