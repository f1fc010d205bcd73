-- Rows of a subject that have failed, a page of them. $1 pipeline, $2 subject, $3 phase or null, $4 after this phase, $5 and this key,
-- $6 how many. Locks: none. Index: pipeline_failure's primary key.
select phase, key, failures, run_id::float8 as run, error, at from pawl.pipeline_failure
 where pipeline = $1 and subject = $2 and ($3::text is null or phase = $3) and (phase, key) > ($4::text, $5::text)
 order by phase, key limit $6
