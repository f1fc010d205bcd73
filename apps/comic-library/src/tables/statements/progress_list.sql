-- What a reader has read or begun, the last one first, a page of it.
-- $1 reader; $2, $3 before this time (microseconds since 1970) and file, or null; $4 so many
-- Locks: none. Index: reading_progress_newest.
select
  p.file_id, p.page, p.completed_at, p.updated_at,
  (extract(epoch from p.updated_at) * 1000000)::bigint as updated_us
from comic_library.reading_progress p
where p.reader_id = $1
  and (
    $2::bigint is null
    or (p.updated_at, p.file_id) < (timestamptz 'epoch' + $2 * interval '1 microsecond', $3::bigint)
  )
order by p.updated_at desc, p.file_id desc
limit $4
