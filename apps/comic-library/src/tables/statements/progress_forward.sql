-- A page that was streamed to a reader's app: they have come as far as that, if not farther.
-- $1 reader; $2 file; $3 page, from 1; $4 whether it is the last one
-- Locks: the row. Index: reading_progress_pkey.
insert into comic_library.reading_progress as p (reader_id, file_id, page, completed_at)
values ($1, $2, $3, case when $4 then now() end)
on conflict (reader_id, file_id) do update set
  page = excluded.page,
  completed_at = coalesce(p.completed_at, excluded.completed_at),
  updated_at = now()
where p.page < excluded.page
returning p.completed_at is not null as is_completed
