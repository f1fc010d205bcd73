-- Keeps what a request was answered with. $1 client, $2 key, $3 answer. Locks: the row, which is ours already. Index: request's primary key.
update pawl_server.request set answer = $3::jsonb where client = $1 and key = $2
