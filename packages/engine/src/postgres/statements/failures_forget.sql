-- Takes rows out that have succeeded. $1 pipeline, $2 subject, $3 phase, $4 keys. Locks: the rows. Index: pipeline_failure's primary key.
delete from pawl.pipeline_failure where pipeline = $1 and subject = $2 and phase = $3 and key = any ($4::text[])
