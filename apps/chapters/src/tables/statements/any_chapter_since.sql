-- Whether there is a new chapter that was not visible at a snapshot.
-- $1 snapshot
-- Locks: none. Index: logical_chapter_recorded.
select exists (
  select from chapters.logical_chapter
  where not is_backlog
    and recorded_in >= pg_snapshot_xmin($1::pg_snapshot)
    and not pg_visible_in_snapshot(recorded_in, $1::pg_snapshot)
    and first_detected_at + interval '1 day' > now()
) as is_any
