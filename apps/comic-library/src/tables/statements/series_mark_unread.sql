-- No issue of a series is read by a reader.
-- $1 reader; $2 series
-- Locks: the rows. Index: file_of_series, reading_progress_pkey.
delete from comic_library.reading_progress p
using comic_library.file f
where f.series_id = $2 and p.file_id = f.id and p.reader_id = $1
