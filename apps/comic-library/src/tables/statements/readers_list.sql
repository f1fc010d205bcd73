-- Readers in the order they came, a page of them.
-- $1 after this id, or null; $2 so many
-- Locks: none. Index: reader_pkey.
select id, name, feed_token_hash is not null as has_token, created_at
from comic_library.reader
where id > coalesce($1::bigint, 0)
order by id
limit $2
