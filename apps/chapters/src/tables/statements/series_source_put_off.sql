-- Nothing was asked, or there was nothing to ask: the next look comes then, and what happened before stands.
-- $1 series_source, $2 tier: null leaves it, $3 next_check_at, $4 what to tell people: null leaves it
-- Locks: the row, for no key update. Index: primary key.
update chapters.series_source
   set sync_priority = coalesce($2, sync_priority), next_check_at = $3, last_error = coalesce($4, last_error),
       last_checked_at = case when $4 is null then last_checked_at else now() end
 where id = $1
