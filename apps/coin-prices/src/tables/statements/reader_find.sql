-- One collector.
-- $1 id
-- Locks: none. Index: collector_pkey.
select id, name, token_hash is not null as has_token, created_at from coin_prices.collector where id = $1
