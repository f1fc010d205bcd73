-- Why there is no cover, on files that have no graver warning.
-- $1 ids, $2 codes, $3 texts
-- Locks: the rows. Index: file_metadata_pkey.
update comic_library.file_metadata m set warning_code = w.code, warning_text = w.text
from unnest($1::bigint[], $2::text[], $3::text[]) w (id, code, text)
where m.file_id = w.id and m.warning_code is null
