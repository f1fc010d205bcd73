-- Removes the steps of jobs of which nothing else is left. $1 how many jobs to look at, the oldest first.
-- Locks: the rows it removes. Indexes: step's primary key, see pawl.is_gone.
with old as materialized (
  select distinct s.job_id from pawl.step s
   where s.job_id < (select min(first) from pawl.partition) order by s.job_id limit $1
)
delete from pawl.step where job_id = any (array(select job_id from old where pawl.is_gone(job_id)))
