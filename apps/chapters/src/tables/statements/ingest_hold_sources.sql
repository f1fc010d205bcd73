-- Which of these series at their sources are still there. They stay until the transaction ends.
-- $1 series_source ids
-- Locks: the rows, for key share, in order: polls that write to them go on. Index: primary key.
select id from chapters.series_source where id = any ($1::bigint[]) order by id for key share
