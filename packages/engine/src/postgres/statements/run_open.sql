-- Puts a run on record, or finds it by its job. $1 pipeline, $2 subject, $3 job. Locks: the row. Index: pipeline_run's unique job_id.
insert into pawl.pipeline_run (pipeline, subject, job_id) values ($1, $2, $3)
on conflict (job_id) do update set subject = excluded.subject
returning id::float8 as id
