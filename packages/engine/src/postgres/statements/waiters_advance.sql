-- Lets go, buries or reports jobs that wait for others. $1 from this job id on, $2 how many at the most.
-- Locks and indexes: see pawl.advance_waiters.
select * from pawl.advance_waiters($1, $2)
