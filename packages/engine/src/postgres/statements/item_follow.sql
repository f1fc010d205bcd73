-- Notes that a stage goes on in another job: its dead letter was replayed. $1 pipeline, $2 item, $3 version, $4 job.
-- Locks: its row. Index: pipeline_item's primary key.
update pawl.pipeline_item set job_id = $4::bigint where pipeline = $1::text and item = $2::text and version = $3::bigint and ended_as is null
