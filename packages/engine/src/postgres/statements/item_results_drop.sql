-- Forgets what stages came to that are to run again. $1 pipeline, $2 item, $3 stages that stay.
-- Locks: the rows. Index: pipeline_result's primary key.
delete from pawl.pipeline_result where pipeline = $1::text and item = $2::text and not stage = any ($3::text[])
returning stage
