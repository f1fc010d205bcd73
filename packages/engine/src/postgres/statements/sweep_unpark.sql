-- Brings parked jobs back for which there are slots. $1 group, $2 type of the oldest, $3 how many of it may run at once.
-- Locks and indexes: see pawl.unpark_forgotten.
select pawl.unpark_forgotten($1, $2, $3) as unparked
