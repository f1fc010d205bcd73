-- Records rows that have failed. $1 pipeline, $2 subject, $3 phase, $4 run, $5 keys in order, $6 errors as JSON, $7 how many failures each
-- counts for. Locks: the rows, in the order of their keys. Index: pipeline_failure's primary key.
insert into pawl.pipeline_failure (pipeline, subject, phase, key, failures, run_id, seen_run, error)
select $1, $2, $3, f.key, f.failures, $4, $4, f.error::jsonb from unnest($5::text[], $6::text[], $7::int[]) f (key, error, failures)
on conflict (pipeline, subject, phase, key) do update
   set failures = pipeline_failure.failures + excluded.failures, run_id = excluded.run_id, seen_run = excluded.seen_run, error = excluded.error, at = clock_timestamp()
