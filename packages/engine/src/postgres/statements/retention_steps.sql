-- Removes the steps of jobs of which nothing else is left. Returns the last job of a full page, null after
-- the last page. $1 after this job, $2 how many jobs to look at, the oldest first.
-- Locks: the rows it removes. Indexes: step's primary key, see pawl.is_gone.
with old as materialized (
  select distinct t.job_id from pawl.step t
   where t.job_id > $1 and t.job_id < (select min(first) from pawl.partition) order by t.job_id limit $2
), removed as (
  delete from pawl.step where job_id = any (array(select job_id from old where pawl.is_gone(job_id)))
)
select max(job_id) as last from old having count(*) = $2
