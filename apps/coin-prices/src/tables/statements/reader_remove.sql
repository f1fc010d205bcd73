-- Removes a collector with all coins, prices and valuations.
-- $1 id
-- Locks: the collector and all rows that refer to it. Index: collector_pkey, and those of the foreign keys.
delete from coin_prices.collector where id = $1 returning id
