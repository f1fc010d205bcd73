-- After a 304: the body stands and is not written again, as long as it is still the one that was asked about. $1 key, $2 variant,
-- $3 version, $4 headers, $5 size, $6 ms until it is not fresh any more, $7 ms until it may not stand in any more, $8 ms for which
-- it is worth a question once it is stale. Locks: the entry. Index: the primary key.
with times as (
  select clock_timestamp() as now, $6 * interval '1 ms' as fresh, $7 * interval '1 ms' as stale, $8 * interval '1 ms' as asked
)
update pawl.cache_entry
   set headers = $4, size = $5, used_at = now, fresh_until = now + fresh, stale_until = now + stale,
       gone_at = greatest(now + stale, now + fresh, greatest(now, now + fresh) + asked)
  from times where key = $1 and variant = $2 and version = $3
