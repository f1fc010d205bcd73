-- Takes rows out that a run has not met in the whole phase. $1 pipeline, $2 subject, $3 phase, $4 run. Locks: the rows.
-- Index: pipeline_failure's primary key.
delete from pawl.pipeline_failure where pipeline = $1 and subject = $2 and phase = $3 and seen_run <> $4
