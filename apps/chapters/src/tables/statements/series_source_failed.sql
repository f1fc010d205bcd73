-- A poll has failed for a reason of the series' own.
-- $1 series_source, $2 tier, $3 next_check_at, $4 failures in a row, $5 closed_until, $6 error
-- Locks: the row, for no key update. Index: primary key.
update chapters.series_source
   set sync_priority = $2, next_check_at = $3, failure_count = $4, closed_until = $5, last_error = $6, last_checked_at = now()
 where id = $1
