-- The newest valuations of a coin that differ from the one before, oldest first.
-- $1 id of the coin, $2 at most so many
-- Locks: none. Index: valuation_history_of_coin.
select h.*
  from (
    select id, status, basis, currency, low_cents, fair_cents, high_cents, confidence, points_used, valued_at
      from coin_prices.valuation_history
     where intake_id = $1
     order by valued_at desc, id desc
     limit $2
  ) h
 order by h.valued_at, h.id
