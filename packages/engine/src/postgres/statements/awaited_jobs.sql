-- Which of the jobs that others wait for may have ended. $1 behind this job, $2 how many to look at.
-- Locks and indexes: see pawl.awaited_jobs.
select ended::float8[], awaited, last from pawl.awaited_jobs($1, $2)
