-- A chapter, unless somebody is ingesting a release of it at this moment.
-- $1 chapter
-- Locks: the row, for no key update; it waits for nobody. Index: primary key.
select id from chapters.logical_chapter where id = $1 for no key update skip locked
