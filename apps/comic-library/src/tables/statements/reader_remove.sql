-- Forgets a reader, and how far they have read.
-- $1 reader
-- Locks: the reader and all rows of theirs. Index: reader_pkey, reading_progress_pkey, series_progress_pkey, remembered_progress_reader.
delete from comic_library.reader where id = $1 returning id
