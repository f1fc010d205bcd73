-- Whether a series at a source has yet to be read for the first time; it stays so until the caller's transaction has ended.
-- $1 series_source
-- Locks: the row, for share: the end of another poll waits. Index: primary key.
select id from chapters.series_source where id = $1 and last_success_at is null for share
