-- Drops the tables of a partition that is detached, and forgets it. $1 its number. Locks: see pawl.drop_partition.
select pawl.drop_partition($1) as rescued
