-- Keeps an answer. Entries of its key that go by other headers are removed. $1 key, $2 variant, $3 source, $4 vary, $5 version,
-- $6 status, $7 headers, $8 body, $9 bytes as sent, $10 size, $11 whether it can be revalidated, $12 ms until it is not fresh any
-- more, $13 ms until it may not stand in any more, $14 ms for which it is worth a question once it is stale, $15 ms for which
-- nobody waits for anybody there, or null: in the same moment, else who waited would find it stale and its flight free.
-- Locks: the entries of the key, the flight. Indexes: the primary keys.
with others as (
  delete from pawl.cache_entry where key = $1 and vary <> $4
), opened as (
  insert into pawl.cache_flight (key, variant, owner, expires_at)
  select $1, $2, null, clock_timestamp() + $15 * interval '1 ms' where $15 is not null
  on conflict (key, variant) do update set owner = null, expires_at = excluded.expires_at
), times as (
  select clock_timestamp() as now, $12 * interval '1 ms' as fresh, $13 * interval '1 ms' as stale, $14 * interval '1 ms' as asked
)
insert into pawl.cache_entry
       (key, variant, source, vary, version, status, headers, body, bytes, size, revalidates, fresh_until, stale_until, gone_at, used_at)
select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, now + fresh, now + stale,
       greatest(now + stale, now + fresh, case when $11 then greatest(now, now + fresh) + asked end), now
  from times
on conflict (key, variant) do update
   set source = excluded.source, vary = excluded.vary, version = excluded.version, status = excluded.status,
       headers = excluded.headers, body = excluded.body, bytes = excluded.bytes, size = excluded.size,
       revalidates = excluded.revalidates, fresh_until = excluded.fresh_until, stale_until = excluded.stale_until,
       gone_at = excluded.gone_at, used_at = excluded.used_at
