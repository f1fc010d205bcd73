-- Holds a reader, so that what they have read of a series is counted by one at a time. Nothing: there is no such reader.
-- $1 reader
-- Locks: the reader, against others who hold it so. Index: reader_pkey.
select id from comic_library.reader where id = $1 for no key update
