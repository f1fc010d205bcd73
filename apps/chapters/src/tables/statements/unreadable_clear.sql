-- What a look has read after all, or a complete one did not find any more.
-- $1 series_source, $2 ids that could be read, $3 whether the look was complete, $4 ids that could not be
-- Locks: the rows it deletes. Index: primary key.
delete from chapters.unreadable_entry
 where series_source_id = $1
   and entry_id <> all ($4::text[])
   and ($3::boolean or entry_id = any ($2::text[]))
