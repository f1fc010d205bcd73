-- The collector of a name.
-- $1 name
-- Locks: none. Index: collector_name_key.
select id, name, token_hash is not null as has_token, created_at from coin_prices.collector where name = $1
