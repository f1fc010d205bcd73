-- Whether a library was ever scanned.
-- $1 library
-- Locks: none. Index: scan_of_library.
select exists (select from comic_library.scan where library_id = $1::bigint) as scanned
