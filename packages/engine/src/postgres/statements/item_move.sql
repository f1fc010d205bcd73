-- Moves an item on to its next stage. Its row is locked already. $1 pipeline, $2 item, $3 version, $4 stage, $5 job, $6 version of the
-- user's row. Locks: its row. Index: pipeline_item's primary key.
update pawl.pipeline_item set version = $3, stage = $4, job_id = $5, outside = $6, moved_at = clock_timestamp()
 where pipeline = $1 and item = $2
