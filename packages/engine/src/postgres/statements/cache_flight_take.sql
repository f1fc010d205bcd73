-- Takes the flight of a key, unless somebody has it whose time is not over. $1 key, $2 variant, $3 owner, $4 ms.
-- Returns a row if it was taken. Locks: the flight. Index: the primary key.
insert into pawl.cache_flight as f (key, variant, owner, expires_at)
values ($1, $2, $3, clock_timestamp() + $4 * interval '1 ms')
on conflict (key, variant) do update set owner = excluded.owner, expires_at = excluded.expires_at
   where f.expires_at <= clock_timestamp()
returning owner
