-- Makes series, one after the other, each from its files in the order of their paths: what the first does not say, the next one may.
-- Each begins without files, and so is shown to nobody yet.
-- $1 library, $2 names, $3 what keeps each apart
-- Locks: the new rows. Index: file_metadata_name, file_pkey, series_library_id_name_key_apart_key_key.
insert into comic_library.series (
  library_id, name, name_key, apart_key, year, publisher, genres, tags, age_rating, language, comicvine_id, metron_id
)
select $1::bigint, d.name, n.name_key, n.apart_key, coalesce(d.series_year, d.year), d.publisher, coalesce(d.genres, '{}'),
  coalesce(d.tags, '{}'), d.age_rating, d.language, d.comicvine_id, d.metron_id
from unnest($2::text[], $3::text[]) with ordinality n (name_key, apart_key, place)
cross join lateral (
  select
    (array_agg(m.series_name_raw order by f.relative_path))[1] as name,
    (array_agg(m.series_year order by f.relative_path) filter (where m.series_year is not null))[1] as series_year,
    (array_agg(m.year order by f.relative_path) filter (where m.year is not null))[1] as year,
    (array_agg(m.publisher order by f.relative_path) filter (where m.publisher is not null))[1] as publisher,
    (
      select g.genres from comic_library.file_metadata g join comic_library.file gf on gf.id = g.file_id
      where g.library_id = $1::bigint and g.name_key = n.name_key and g.apart_key = n.apart_key and gf.status <> 'orphaned'
        and g.genres <> '{}'
      order by gf.relative_path limit 1
    ) as genres,
    (
      select g.tags from comic_library.file_metadata g join comic_library.file gf on gf.id = g.file_id
      where g.library_id = $1::bigint and g.name_key = n.name_key and g.apart_key = n.apart_key and gf.status <> 'orphaned'
        and g.tags <> '{}'
      order by gf.relative_path limit 1
    ) as tags,
    (array_agg(m.age_rating order by f.relative_path) filter (where m.age_rating is not null))[1] as age_rating,
    (array_agg(m.language order by f.relative_path) filter (where m.language is not null))[1] as language,
    (array_agg(m.comicvine_series_id order by f.relative_path) filter (where m.comicvine_series_id is not null))[1] as comicvine_id,
    (array_agg(m.metron_series_id order by f.relative_path) filter (where m.metron_series_id is not null))[1] as metron_id
  from comic_library.file_metadata m
  join comic_library.file f on f.id = m.file_id
  where m.library_id = $1::bigint and m.name_key = n.name_key and m.apart_key = n.apart_key and f.status <> 'orphaned' and f.has_metadata
) d
where d.name is not null
order by n.place
on conflict (library_id, name_key, apart_key) do nothing
returning id::float8 as id
