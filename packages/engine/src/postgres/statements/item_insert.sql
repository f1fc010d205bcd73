-- Makes the row of an item that was never submitted. No row: there is one. $1 pipeline, $2 item, $3 version, $4 stage.
-- Locks: the new row; waits for a transaction that is making the same one. Index: pipeline_item's primary key.
insert into pawl.pipeline_item (pipeline, item, version, stage, job_id) values ($1::text, $2::text, $3::bigint, $4::text, 0)
on conflict do nothing
returning item
