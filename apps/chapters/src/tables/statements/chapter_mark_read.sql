-- A reader has read a chapter. Once is enough: a row is there afterwards if reader and chapter are.
-- $1 reader; $2 chapter
-- Locks: the row; reader and chapter against removal. Index: chapter_read_pkey.
insert into chapters.chapter_read (reader_id, chapter_id)
select r.id, c.id from chapters.reader r, chapters.logical_chapter c where r.id = $1 and c.id = $2
on conflict (reader_id, chapter_id) do update set read_at = chapter_read.read_at
returning chapter_id
