-- The answers of this key are not kept, or not for long enough: for a while nobody waits for anybody. $1 key, $2 variant, $3 ms.
-- Who has the flight of just this variant loses it. Locks: the flight. Index: the primary key.
insert into pawl.cache_flight as f (key, variant, owner, expires_at)
values ($1, $2, null, clock_timestamp() + $3 * interval '1 ms')
on conflict (key, variant) do update set owner = null, expires_at = excluded.expires_at
