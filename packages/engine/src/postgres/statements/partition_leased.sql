-- Attempts that were leased in a partition's time and have not ended. $1 its number, $2 how many at the most.
-- Locks and indexes: see pawl.leased_in_partition.
select pos from pawl.leased_in_partition($1, $2) pos
