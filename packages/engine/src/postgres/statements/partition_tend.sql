-- Notes which partitions are in use or used up and makes new ones ahead of need.
-- $1 how many ahead, $2 a partition's share of the time in ms, $3 how many positions it has at least.
-- Locks: see pawl.tend_partitions; nobody who works waits for it.
select made, notice_at from pawl.tend_partitions($1, $2, $3)
