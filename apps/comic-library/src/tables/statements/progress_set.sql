-- How far a reader has come in an issue. Who has finished it before has finished it then.
-- $1 reader; $2 file; $3 page, from 1, or 0; $4 whether it is finished
-- Locks: the row. Index: reading_progress_pkey.
insert into comic_library.reading_progress as p (reader_id, file_id, page, completed_at)
values ($1, $2, $3, case when $4 then now() end)
on conflict (reader_id, file_id) do update set
  page = excluded.page,
  completed_at = case when $4 then coalesce(p.completed_at, excluded.completed_at) end,
  updated_at = now()
returning p.page, p.completed_at, p.updated_at
