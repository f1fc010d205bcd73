-- Ends an item. No row: it is not what it was when it was locked. $1 pipeline, $2 item, $3 its version, $4 done or cancelled,
-- $5 why or null. Locks: its row. Index: pipeline_item's primary key.
update pawl.pipeline_item set ended_as = $4::text, reason = $5::text, version = nextval('pawl.position'), moved_at = clock_timestamp()
 where pipeline = $1::text and item = $2::text and version = $3::bigint and ended_as is null
returning item
