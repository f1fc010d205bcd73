-- An entry, be it fresh or not, for whoever is about to ask the source. $1 key, $2 variant. Locks: none. Index: the primary key.
select version, status, headers, body, bytes, revalidates, fresh_until > clock_timestamp() as fresh,
       stale_until > clock_timestamp() as usable
  from pawl.cache_entry where key = $1 and variant = $2
