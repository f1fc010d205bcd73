-- Whether a lease of a partition is still needed. $1 its number. Locks and indexes: see pawl.lease_open_in_partition.
select pawl.lease_open_in_partition($1) as open
