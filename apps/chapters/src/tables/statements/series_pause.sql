-- Polls a series no more, at all of its sources, until it is resumed.
-- $1 series
-- Locks: its rows of series_source. Index: series_source_series.
update chapters.series_source set paused_at = coalesce(paused_at, now()) where series_id = $1 returning id
