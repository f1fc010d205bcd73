-- A page of collectors.
-- $1 after this id, null for the first page; $2 at most so many
-- Locks: none. Index: collector_pkey.
select id, name, token_hash is not null as has_token, created_at
  from coin_prices.collector
 where $1::bigint is null or id > $1
 order by id
 limit $2
