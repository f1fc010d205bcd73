-- Forgets a reader with all that belongs to them.
-- $1 reader
-- Locks: the reader and everything below. Index: reader_pkey, and those of the foreign keys.
delete from chapters.reader where id = $1 returning id
