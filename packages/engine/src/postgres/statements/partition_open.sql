-- What has not ended in a partition. $1 its number, $2 after this position, $3 how many at the most.
-- Locks: none. Indexes: see pawl.open_in_partition.
select pos from pawl.open_in_partition($1, $2, $3) pos order by pos
