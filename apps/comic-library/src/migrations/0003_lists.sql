-- What people see of series and issues, and the orders in which they do.
create index series_by_name on series (name_key, id) where deleted_at is null;

-- An issue is a file that has its series. One that was changed on disk stays here while it is read anew.
create view listed_issue as
select
  f.id,
  f.library_id,
  f.series_id,
  s.name as series_name,
  f.name as file_name,
  f.relative_path,
  f.extension,
  f.size,
  f.content_hash,
  f.cover = 'made' as has_cover,
  f.sort_key,
  f.added_at,
  m.format,
  coalesce(cardinality(m.pages), 0) as page_count,
  m.number,
  m.last_number,
  m.volume,
  m.year,
  m.title,
  coalesce(m.is_special, false) as is_special,
  m.publisher,
  m.language,
  m.comic_info,
  m.warning_code,
  m.warning_text
from file f
join series s on s.id = f.series_id
left join file_metadata m on m.file_id = f.id
where f.status <> 'orphaned' and f.sort_key is not null;

create view listed_series as
select
  s.id,
  s.library_id,
  l.name as library_name,
  s.name,
  s.name_key,
  s.year,
  s.publisher,
  s.genres,
  s.tags,
  s.age_rating,
  s.language,
  s.comicvine_id,
  s.metron_id,
  s.file_count,
  s.page_count,
  -- what a person has chosen, as long as it is of this series
  coalesce((select f.id from file f where f.id = s.cover_file_id and f.series_id = s.id), s.first_file_id) as cover_file_id,
  s.catalogue_cover,
  s.created_at
from series s
join library l on l.id = s.library_id
where s.deleted_at is null;
