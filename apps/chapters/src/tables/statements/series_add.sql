-- A series at a source, made if nobody follows it yet. Until its first poll it has the name that its address gives.
-- $1 title, $2 source_name, $3 source_id, $4 source_url
-- Locks: none but its own new rows. Index: unique (source_name, source_id).
with known as (
  select id, series_id from chapters.series_source where source_name = $2 and source_id = $3
), made as (
  insert into chapters.series (title) select $1 where not exists (select from known) returning id
), added as (
  insert into chapters.series_source (series_id, source_name, source_id, source_url)
  select id, $2, $3, $4 from made
  returning id, series_id
)
select id, series_id, true as is_new from added
union all
select id, series_id, false from known
