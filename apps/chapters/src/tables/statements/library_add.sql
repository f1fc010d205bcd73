-- A reader follows a series; who does already goes on as before.
-- $1 reader; $2 series; $3 whether they are told of new chapters, null to leave that as it is
-- Locks: the entry; reader and series against removal. Index: library_entry_pkey.
insert into chapters.library_entry as e (reader_id, series_id, notify_new_chapters)
select r.id, s.id, coalesce($3::boolean, true) from chapters.reader r, chapters.series s where r.id = $1 and s.id = $2
on conflict (reader_id, series_id) do update set notify_new_chapters = coalesce($3::boolean, e.notify_new_chapters)
returning series_id
