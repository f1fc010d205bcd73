-- Series whose newest chapter is about to be raised.
-- $1 series ids
-- Locks: the rows, for no key update, in order. Index: primary key.
select id from chapters.series where id = any ($1::bigint[]) order by id for no key update
