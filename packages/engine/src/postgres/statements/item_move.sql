-- Moves an item on to its next stage. No row: it is not what it was when it was locked. $1 pipeline, $2 item, $3 its version, $4 the next
-- one, $5 stage, $6 job, $7 version of the user's row. Locks: its row. Index: pipeline_item's primary key.
update pawl.pipeline_item set version = $4::bigint, stage = $5::text, job_id = $6::bigint, outside = $7::text,
       moved_at = clock_timestamp()
 where pipeline = $1::text and item = $2::text and version = $3::bigint and ended_as is null
returning item
