-- Another source of a series that is there.
-- $1 series; $2 name of the source; $3 id there; $4 address
-- Locks: the new row, the series against removal. Index: the key (source_name, source_id), which refuses what is known.
insert into chapters.series_source (series_id, source_name, source_id, source_url)
values ($1, $2, $3, $4)
on conflict (source_name, source_id) do nothing
returning id
