-- Removes a coin with its prices and valuations.
-- $1 id; $2 collector, null for any
-- Locks: the coin and all rows that refer to it. Index: coin_intakes_pkey, and those of the foreign keys.
delete from coin_prices.coin_intakes where id = $1 and ($2::bigint is null or collector_id = $2) returning id
