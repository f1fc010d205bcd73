-- Removes what is known of whom jobs waited for when nothing else is left of those jobs. $1 how many jobs to look at, the oldest
-- first. Locks: the rows it removes. Indexes: dependency's primary key, see pawl.is_gone.
with old as materialized (
  select distinct d.job_id from pawl.dependency d
   where d.job_id < (select min(first) from pawl.partition) order by d.job_id limit $1
)
delete from pawl.dependency where job_id = any (array(select job_id from old where pawl.is_gone(job_id)))
