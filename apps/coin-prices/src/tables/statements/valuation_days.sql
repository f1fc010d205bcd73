-- The last valuation of each day of the coins of a collector, by UTC.
-- $1 collector, null for all
-- Locks: none. Index: coin_intakes_of_collector, valuation_history_of_coin.
select distinct on (h.intake_id, (h.valued_at at time zone 'utc')::date)
       h.intake_id, to_char(h.valued_at at time zone 'utc', 'YYYY-MM-DD') as day, h.low_cents, h.fair_cents, h.high_cents, h.currency
  from coin_prices.coin_intakes i
  join coin_prices.valuation_history h on h.intake_id = i.id
 where $1::bigint is null or i.collector_id = $1
 order by h.intake_id, (h.valued_at at time zone 'utc')::date, h.valued_at desc, h.id desc
