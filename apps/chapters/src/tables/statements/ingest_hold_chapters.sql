-- Chapters that others may be improving, or announcing, at the same time.
-- $1 chapter ids
-- Locks: the rows, for no key update, in order. Index: primary key.
select id from chapters.logical_chapter where id = any ($1::bigint[]) order by id for no key update
