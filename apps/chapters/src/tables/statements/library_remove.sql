-- A reader follows a series no more. What they have read stays known.
-- $1 reader; $2 series
-- Locks: the entry. Index: library_entry_pkey.
delete from chapters.library_entry where reader_id = $1 and series_id = $2 returning series_id
