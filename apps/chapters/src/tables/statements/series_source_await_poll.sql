-- Polls of these rows were enqueued beside the schedule: they are due again only if the poll is lost. A poll that has ended since then
-- has set the time of the next one, which stands.
-- $1 ids of series_source, $2 when their polls were enqueued, $3 ms until a poll counts as lost
-- Locks: the rows, for no key update. Index: primary key.
update chapters.series_source
   set next_check_at = now() + $3 * interval '1 ms'
 where id = any ($1::bigint[])
   and (last_checked_at is null or last_checked_at < $2)
