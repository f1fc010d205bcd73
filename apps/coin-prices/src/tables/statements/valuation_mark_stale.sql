-- Marks a valuation as stale, in the transaction that has stored points. It waits for a run that is saving this valuation, so the job
-- that is enqueued next is not taken for the one that has ended.
-- $1 id of the coin
-- Locks: the valuation. Index: valuations_pkey.
update coin_prices.valuations set stale_since = coalesce(stale_since, now()) where intake_id = $1
