-- Adds to an operation why it failed. $1 its id, $2 the reason. Locks: its row. Index: operation's primary key.
update pawl.operation set details = case when jsonb_typeof(details) = 'object' then details else '{}' end || jsonb_build_object('failed', $2::text)
 where id = $1::bigint
