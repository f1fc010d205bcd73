-- The newest chapter of two series is the newer one of theirs: it never goes down.
-- $1 the series that joins; $2 the one that stays
-- Locks: the row of the second. Index: series_pkey.
update chapters.series t set
  latest_chapter = greatest(t.latest_chapter, f.latest_chapter),
  last_chapter_at = greatest(t.last_chapter_at, f.last_chapter_at)
from chapters.series f
where t.id = $2 and f.id = $1
