-- The stages of an item that have come to something. $1 pipeline, $2 item. Locks: none. Index: pipeline_result's primary key.
select stage from pawl.pipeline_result where pipeline = $1::text and item = $2::text
