-- Excludes a price from the valuation of its coin, or takes that back.
-- $1 coin, $2 price point, $3 true: excluded
-- Locks: the price point. Index: price_points_pkey.
update coin_prices.price_points
   set excluded_at = case when $3::boolean then coalesce(excluded_at, now()) end
 where id = $2 and intake_id = $1
returning id
