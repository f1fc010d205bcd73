-- Which of these rows have failed before. $1 pipeline, $2 subject, $3 phase, $4 keys. Locks: none. Index: pipeline_failure's primary key.
select f.key, f.failures, f.run_id::float8 as run_id, f.seen_run::float8 as seen_run
  from unnest($4::text[]) k (key)
 cross join lateral (select * from pawl.pipeline_failure f where f.pipeline = $1 and f.subject = $2 and f.phase = $3 and f.key = k.key limit 1) f
