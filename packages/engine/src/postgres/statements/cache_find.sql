-- What a request finds: the entry if it is fresh, the flight under way, and which headers count for this key, so that the caller can
-- tell whether it has asked for the right variant. $1 key, $2 variant. To have been used is noted once a minute.
-- Locks: the entry, for that note. Indexes: the primary keys.
with used as (
  update pawl.cache_entry set used_at = clock_timestamp()
   where key = $1 and variant = $2 and fresh_until > clock_timestamp() and used_at < clock_timestamp() - interval '1 minute'
)
select k.vary, e.version, e.status, e.headers, e.body, e.bytes, e.revalidates,
       case when f.key is null then 'none' when f.owner is null then 'open' else 'taken' end as flight
  from (values (1)) one
  left join lateral (select vary from pawl.cache_entry where key = $1 limit 1) k on true
  left join pawl.cache_entry e on e.key = $1 and e.variant = $2 and e.fresh_until > clock_timestamp()
  left join pawl.cache_flight f on f.key = $1 and f.variant = $2 and f.expires_at > clock_timestamp()
