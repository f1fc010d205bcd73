-- Takes an idempotency key; no row: somebody has it. One that is a day old is free again. $1 client, $2 key, $3 hash.
-- Locks: the key's row; waits for a transaction that is taking the same key. Index: request's primary key.
insert into pawl_server.request as r (client, key, hash) values ($1, $2, $3)
on conflict (client, key) do update set hash = excluded.hash, answer = null, at = now() where r.at < now() - interval '1 day'
returning r.at
