-- Sets how many requests a minute a market gets.
-- $1 name, $2 requests a minute, null for no limit
-- Locks: the source of the engine. Index: source_name_key.
update coin_prices.sources set rate_limit_per_minute = $2 where name = $1 returning name
