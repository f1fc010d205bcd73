-- Forgets an item and its results. $1 pipeline, $2 item. Locks: its rows. Indexes: primary keys of pipeline_item and pipeline_result.
delete from pawl.pipeline_item where pipeline = $1::text and item = $2::text returning job_id::float8 as job_id
