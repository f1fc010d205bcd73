-- Forgets a series with all that belongs to it.
-- $1 series
-- Locks: the series and everything below it. Index: series_pkey, and those of the foreign keys.
delete from chapters.series where id = $1 returning id
