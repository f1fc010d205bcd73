-- Holds the library of an issue while how far it is read is written: nobody gives its file to another series, or takes it away.
-- $1 file
-- Locks: the library, shared: others who read go on, whoever holds it to give files to series goes before or after. Index: file_pkey, library_pkey.
select l.id from comic_library.library l
where l.id = (select f.library_id from comic_library.file f where f.id = $1)
for share
