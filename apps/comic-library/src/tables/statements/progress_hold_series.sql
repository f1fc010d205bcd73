-- Holds a series while how far it is read is written. Nothing: there is none.
-- $1 series
-- Locks: the series, shared: a scan that counts it goes before or after. Index: series_pkey.
select id from comic_library.series where id = $1 and deleted_at is null for share
