-- The collector of a token.
-- $1 sha256 of the token
-- Locks: none. Index: collector_token_hash_key.
select id, name, token_hash is not null as has_token, created_at from coin_prices.collector where token_hash = $1
