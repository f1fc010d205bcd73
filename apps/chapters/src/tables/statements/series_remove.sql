-- Forgets a series with all that belongs to it. Its sources are locked first, as whoever ingests does: the other order would deadlock.
-- $1 series
-- Locks: the sources of the series in order, then the series and everything below it. Index: series_source_series, series_pkey, and those of the foreign keys.
with held as materialized (
  select id from chapters.series_source where series_id = $1 order by id for update
)
delete from chapters.series where id = $1 and (select count(*) from held) >= 0 returning id
