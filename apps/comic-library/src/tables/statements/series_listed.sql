-- Series by name, a page of them, with how much of each a reader has read.
-- $1 library, or null; $2 a part of the evened-out name, or null; $3, $4 after this name and id, or null; $5 so many; $6 reader, or null
-- Locks: none. Index: series_by_name, series_progress_pkey. A part of a name is looked for along the index.
select
  id, library_id, library_name, name, name_key, year, publisher, genres, tags, age_rating, language, comicvine_id, metron_id,
  file_count, page_count, cover_file_id, catalogue_cover, created_at,
  p.files_read,
  p.next_file_id
from comic_library.listed_series
left join comic_library.series_progress p on p.series_id = id and p.reader_id = $6
where ($1::bigint is null or library_id = $1)
  and ($2::text is null or strpos(name_key, $2) > 0)
  and ($3::text is null or (name_key, id) > ($3, $4::bigint))
order by name_key, id
limit $5
