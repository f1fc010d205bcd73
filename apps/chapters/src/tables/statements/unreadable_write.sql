-- What a look could not read.
-- $1 series_source, $2 ids, $3 reasons
-- Locks: the rows it writes. Index: primary key.
insert into chapters.unreadable_entry (series_source_id, entry_id, reason)
select distinct on (f.id) $1::bigint, f.id, f.reason
  from unnest($2::text[], $3::text[]) as f (id, reason)
 order by f.id
    on conflict (series_source_id, entry_id) do update set reason = excluded.reason, last_seen_at = now()
