-- What the jobs came to that this one waited for, with their results. $1 job. Locks: none.
-- Indexes: dependency's primary key, those of pawl.job.
select 'job_' || d.on_job::text as id, d.ended_as, to_jsonb(j) -> 'result' as result, j.error
  from pawl.dependency d
  left join lateral (select * from pawl.job('job_' || d.on_job::text) limit 1) j on true
 where d.job_id = $1
 order by d.on_job
