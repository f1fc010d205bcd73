-- Drops the tables of a partition that is detached, and forgets it. $1 its number, $2 what was found open in it.
-- Locks: see pawl.drop_partition.
select pawl.drop_partition($1, $2::bigint[]) as dropped
