-- Closes the partition in use because its time is up. $1 its number. Locks: see pawl.close_partition; waits briefly (55P03).
select pawl.close_partition($1) as closed
