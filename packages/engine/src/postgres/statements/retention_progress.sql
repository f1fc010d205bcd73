-- Removes the progress of jobs of which nothing else is left. $1 how many to look at, the oldest first.
-- Locks: the rows it removes. Indexes: progress's primary key, see pawl.is_gone.
with old as materialized (
  select p.job_id from pawl.progress p
   where p.job_id < (select min(first) from pawl.partition) order by p.job_id limit $1
)
delete from pawl.progress where job_id = any (array(select job_id from old where pawl.is_gone(job_id)))
