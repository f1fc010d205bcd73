-- Lets go, buries or reports jobs that wait for one of these. $1 whom they wait for, ascending, $2 and $3 behind the one who waits for $2 and
-- is $3, $4 how many at the most. Locks and indexes: see pawl.advance_waiters.
select * from pawl.advance_waiters($1, $2, $3, $4)
