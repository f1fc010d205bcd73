-- Where these series are published, and how their polls get on.
-- $1 ids of series
-- Locks: none. Index: series_source_series.
select id, series_id, source_name, source_id, source_url, sync_priority, next_check_at, last_checked_at, last_success_at,
  failure_count, last_error, closed_until, paused_at
from chapters.series_source
where series_id = any($1::bigint[])
order by series_id, id
