-- Chapters up to this number are read, and no others but those that were marked one by one.
-- $1 reader; $2 series; $3 number, null for none
-- Locks: the entry. Index: library_entry_pkey.
update chapters.library_entry set read_through = $3 where reader_id = $1 and series_id = $2 returning series_id
