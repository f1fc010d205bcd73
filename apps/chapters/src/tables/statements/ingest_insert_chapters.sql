-- Chapters of series that are not there yet. What this returns is what is new: the unique keys decide, however many race.
-- $1 releases as JSON, $2 whether this is the first import of a series: what was published before it is announced to nobody
-- Locks: its own rows, in order of their keys; it waits for whoever inserts the same chapter.
-- Index: unique (series_id, chapter_number), logical_chapter_one_shot.
insert into chapters.logical_chapter
       (series_id, chapter_number, one_shot, last_number, volume_number, chapter_title, published_at, is_backlog)
select f.series_id, f.number, f.one_shot, max(f.last_number), min(f.volume),
       (array_agg(f.title order by f.n) filter (where f.title is not null))[1],
       min(f.published_at), $2::boolean and coalesce(min(f.published_at) <= now(), true)
  from jsonb_to_recordset($1::jsonb) as f (n int, series_id bigint, number numeric, one_shot text, last_number numeric,
                                           volume numeric, title text, published_at timestamptz)
 group by f.series_id, f.number, f.one_shot
 order by f.series_id, f.number, f.one_shot
    on conflict do nothing
returning id, is_backlog
