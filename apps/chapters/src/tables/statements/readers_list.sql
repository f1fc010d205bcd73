-- A page of readers.
-- $1 after this id, null for the first page; $2 so many
-- Locks: none. Index: reader_pkey.
select id, name, languages, feed_token_hash is not null as has_token, created_at
from chapters.reader
where $1::bigint is null or id > $1
order by id
limit $2
