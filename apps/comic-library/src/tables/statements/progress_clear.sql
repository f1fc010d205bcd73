-- An issue that a reader has not read after all.
-- $1 reader; $2 file
-- Locks: the row. Index: reading_progress_pkey.
delete from comic_library.reading_progress where reader_id = $1 and file_id = $2 returning file_id
