-- Moves an item on to its next stage. No row: it is not what it was when it was locked. $1 pipeline, $2 item, $3 its version, $4 the next
-- one, $5 stage, $6 job, $7 version of the user's row. Locks: its row. Index: pipeline_item's primary key.
update pawl.pipeline_item set version = $4, stage = $5, job_id = $6, outside = $7, moved_at = clock_timestamp()
 where pipeline = $1 and item = $2 and version = $3 and ended_as is null
returning item
