-- Holds a coin until the transaction ends, so that what is read next is what is changed.
-- $1 id; $2 collector, null for any
-- Locks: the coin. Index: coin_intakes_pkey.
select id from coin_prices.coin_intakes where id = $1 and ($2::bigint is null or collector_id = $2) for no key update
