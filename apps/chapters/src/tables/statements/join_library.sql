-- Readers of one series follow the other: read as far as in either, and told if they are told of either.
-- $1 the series that joins; $2 the one that stays
-- Locks: the entries of both. Index: library_entry_series, library_entry_pkey.
insert into chapters.library_entry as e (reader_id, series_id, notify_new_chapters, read_through, added_at)
select reader_id, $2::bigint, notify_new_chapters, read_through, added_at from chapters.library_entry where series_id = $1
on conflict (reader_id, series_id) do update set
  read_through = greatest(e.read_through, excluded.read_through),
  notify_new_chapters = e.notify_new_chapters or excluded.notify_new_chapters,
  added_at = least(e.added_at, excluded.added_at)
