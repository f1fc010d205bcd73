-- Who was told of a chapter of one series was told of the same one of the other.
-- $1 the series that joins; $2 the one that stays
-- Locks: the new rows. Index: logical_chapter_series_id_chapter_number_key, notification_chapter.
insert into chapters.notification (reader_id, chapter_id, created_at, seen_at)
select n.reader_id, t.id, n.created_at, n.seen_at
from chapters.logical_chapter f
join chapters.logical_chapter t on t.series_id = $2 and t.chapter_number = f.chapter_number
join chapters.notification n on n.chapter_id = f.id
where f.series_id = $1
on conflict do nothing
