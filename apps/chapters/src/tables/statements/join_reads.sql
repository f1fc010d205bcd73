-- What was read of one series is read of the other, where both have the number.
-- $1 the series that joins; $2 the one that stays
-- Locks: the new rows. Index: logical_chapter_series_id_chapter_number_key, chapter_read_chapter.
insert into chapters.chapter_read (reader_id, chapter_id, read_at)
select d.reader_id, t.id, d.read_at
from chapters.logical_chapter f
join chapters.logical_chapter t on t.series_id = $2 and t.chapter_number = f.chapter_number
join chapters.chapter_read d on d.chapter_id = f.id
where f.series_id = $1
on conflict do nothing
