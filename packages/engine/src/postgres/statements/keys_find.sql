-- Who holds these keys. $1 types, $2 keys. Locks: none. Index: key's primary key.
select k.type, k.key, k.job_id
  from unnest($1::text[], $2::text[]) w (type, key)
 cross join lateral (select * from pawl.key k where k.type = w.type and k.key = w.key and k.until > clock_timestamp() limit 1) k
