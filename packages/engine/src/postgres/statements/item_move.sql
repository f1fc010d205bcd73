-- Moves an item on to its next stage. Its row is locked already. $1 pipeline, $2 item, $3 stage, $4 job, $5 version of the user's row.
-- Locks: its row. Index: pipeline_item's primary key.
update pawl.pipeline_item set stage = $3, version = version + 1, job_id = $4, outside = $5, moved_at = clock_timestamp()
 where pipeline = $1 and item = $2
