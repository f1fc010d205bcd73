-- Lets rows be tried again that have failed too often. $1 pipeline, $2 subject, $3 phase or null. Locks: the rows.
-- Index: pipeline_failure's primary key.
with forgiven as (
  delete from pawl.pipeline_failure where pipeline = $1 and subject = $2 and ($3::text is null or phase = $3) returning key
)
select count(*)::int as forgiven from forgiven
