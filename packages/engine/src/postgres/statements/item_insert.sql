-- Makes the row of an item that was never submitted. No row: there is one. $1 pipeline, $2 item, $3 stage.
-- Locks: the new row; waits for a transaction that is making the same one. Index: pipeline_item's primary key.
insert into pawl.pipeline_item (pipeline, item, version, stage, job_id) values ($1, $2, nextval('pawl.position'), $3, 0)
on conflict do nothing
returning version::float8 as version
