-- Ends an item. Its row is locked already. $1 pipeline, $2 item, $3 done or cancelled, $4 why or null.
-- Locks: its row. Index: pipeline_item's primary key.
update pawl.pipeline_item set ended_as = $3, reason = $4, version = nextval('pawl.position'), moved_at = clock_timestamp()
 where pipeline = $1 and item = $2
