-- The last of a page of waiting jobs. $1 from this job id on, $2 how many. Locks: none. Index: waiter's primary key.
select max(job_id) as last, count(*)::int as waiters
  from (select job_id from pawl.waiter where job_id > $1 order by job_id limit $2) page
