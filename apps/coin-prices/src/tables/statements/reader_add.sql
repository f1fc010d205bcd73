-- Adds a collector. No row: the name is taken.
-- $1 name
-- Locks: the new row. Index: collector_name_key.
insert into coin_prices.collector (name) values ($1)
on conflict (name) do nothing
returning id, name, token_hash is not null as has_token, created_at
