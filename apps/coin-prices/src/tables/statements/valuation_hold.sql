-- Holds the valuation of a coin until the transaction ends. Points that are stored meanwhile mark it as stale afterwards. No row: the coin
-- is gone.
-- $1 id of the coin
-- Locks: the valuation. Index: valuations_pkey, coin_intakes_pkey.
select i.currency, to_char(now() at time zone 'utc', 'YYYY-MM-DD') as today
  from coin_prices.valuations v
  join coin_prices.coin_intakes i on i.id = v.intake_id
 where v.intake_id = $1
   for no key update of v
