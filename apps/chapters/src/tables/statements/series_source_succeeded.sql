-- A poll has ended well: what it has seen, and when the next one comes.
-- $1 series_source, $2 tier, $3 next_check_at, $4 when the look began, $5 whether it was complete, $6 seen_until: null leaves it
-- Locks: the row, for no key update. Index: primary key.
update chapters.series_source
   set sync_priority = $2, next_check_at = $3, last_checked_at = now(), last_success_at = now(),
       last_complete_at = case when $5 then $4::timestamptz else last_complete_at end,
       seen_until = coalesce($6, seen_until), failure_count = 0, last_error = null, closed_until = null
 where id = $1
