-- Notes that a run has met rows that have failed. $1 pipeline, $2 subject, $3 phase, $4 run, $5 keys. Locks: the rows.
-- Index: pipeline_failure's primary key.
update pawl.pipeline_failure set seen_run = $4 where pipeline = $1 and subject = $2 and phase = $3 and key = any ($5::text[])
