-- Holds the library of a series while how far that is read is written.
-- $1 series
-- Locks: the library, shared, as in progress_hold. Index: series_pkey, library_pkey.
select l.id from comic_library.library l
where l.id = (select s.library_id from comic_library.series s where s.id = $1 and s.deleted_at is null)
for share
