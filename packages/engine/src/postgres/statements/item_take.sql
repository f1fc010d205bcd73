-- Puts an item into a stage: submitted, or tried again. $1 pipeline, $2 item, $3 version, $4 stage, $5 job, $6 version of the user's row,
-- $7 input as JSON, $8 whether the input is new. Locks: its row. Index: pipeline_item's primary key.
update pawl.pipeline_item
   set version = $3::bigint, stage = $4::text, job_id = $5::bigint, outside = $6::text,
       input = case when $8::boolean then $7::jsonb else input end, ended_as = null, reason = null, moved_at = clock_timestamp()
 where pipeline = $1::text and item = $2::text
returning item
