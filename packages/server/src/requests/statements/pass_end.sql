-- Ends a pass; no row: it had been ended before. $1 its id, $2 the end of its time, in ms since 1970.
-- Locks: the row; waits for a transaction that ends the same pass. Index: ended_pass's primary key.
insert into pawl_server.ended_pass (id, until) values ($1, to_timestamp($2::float8 / 1000)) on conflict do nothing returning id
