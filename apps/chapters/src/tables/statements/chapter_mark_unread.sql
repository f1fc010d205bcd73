-- A reader takes back that they have read a chapter.
-- $1 reader; $2 chapter
-- Locks: the row. Index: chapter_read_pkey.
delete from chapters.chapter_read where reader_id = $1 and chapter_id = $2 returning chapter_id
