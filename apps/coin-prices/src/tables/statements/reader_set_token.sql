-- Sets or removes the token of a collector. The token before it opens nothing from then on.
-- $1 id, $2 sha256 of the token, or null
-- Locks: the row. Index: collector_pkey.
update coin_prices.collector set token_hash = $2 where id = $1
returning id, name, token_hash is not null as has_token, created_at
