-- Polls a series again, soon. What failures have closed off is tried again, too: a person wants it.
-- $1 series
-- Locks: its rows of series_source. Index: series_source_series.
update chapters.series_source
set paused_at = null, closed_until = null, next_check_at = least(next_check_at, now())
where series_id = $1
returning id
