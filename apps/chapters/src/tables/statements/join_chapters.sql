-- Chapters that only one series has become the other's, with all that is known of them.
-- $1 the series that joins; $2 the one that stays
-- Locks: the rows. Index: logical_chapter_series_id_chapter_number_key.
update chapters.logical_chapter f set series_id = $2
where f.series_id = $1 and not exists (
  select from chapters.logical_chapter t where t.series_id = $2 and t.chapter_number = f.chapter_number
)
