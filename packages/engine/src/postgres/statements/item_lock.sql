-- An item, until the end of the transaction nobody else's. $1 pipeline, $2 item.
-- Locks: its row. Index: pipeline_item's primary key.
select version::float8 as version, stage, ended_as, job_id::float8 as job_id, outside
  from pawl.pipeline_item where pipeline = $1::text and item = $2::text for update
