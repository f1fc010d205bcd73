-- Renames a collector. A name that is taken violates collector_name_key.
-- $1 id, $2 name, or null for no change
-- Locks: the row. Index: collector_pkey.
update coin_prices.collector set name = coalesce($2, name) where id = $1
returning id, name, token_hash is not null as has_token, created_at
