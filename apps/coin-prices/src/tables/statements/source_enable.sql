-- Lets a market be called, or not.
-- $1 name, $2 enabled
-- Locks: the source of the engine. Index: source_name_key.
update coin_prices.sources set enabled = $2 where name = $1 returning name
