-- Holds two series, of which one is about to join the other.
-- $1 their ids
-- Locks: both rows of series, for update, in order: whoever writes chapters to them waits. Index: series_pkey.
select id from chapters.series where id = any($1::bigint[]) order by id for update
