-- The series that is published at a source; made, with its source, if nobody has named it before.
-- $1 title; $2 name of the source; $3 id there; $4 address
-- Locks: the new rows, and the key (source_name, source_id) against others that make the same. Index: that key.
with known as (
  select id, series_id from chapters.series_source where source_name = $2 and source_id = $3
), made as (
  insert into chapters.series (title) select $1 where not exists (select from known) returning id
), added as (
  insert into chapters.series_source (series_id, source_name, source_id, source_url)
  select id, $2, $3, $4 from made
  returning id, series_id
)
select id as series_source_id, series_id, false as is_new from known
union all
select id, series_id, true from added
