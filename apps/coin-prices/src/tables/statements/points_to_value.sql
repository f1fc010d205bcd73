-- The points of a coin as last seen, newest first, with the exchange rate of their day (the newest one until then) where the currency is
-- not the coin's.
-- $1 id of the coin, $2 at most this many points
-- Locks: none. Index: price_points_intake_id_source_id_dedupe_key_key, exchange_rates_pkey.
select p.id, p.last_price_type as price_type, p.last_price_cents + coalesce(p.last_shipping_cents, 0) as cents, p.currency,
       to_char(p.last_day, 'YYYY-MM-DD') as day, p.match_strength,
       case when p.excluded_at is not null then 'excluded' else p.mismatch end as excluded_for,
       r.rate::text as rate, to_char(r.day, 'YYYY-MM-DD') as rate_day
  from coin_prices.price_points p
  join coin_prices.coin_intakes i on i.id = p.intake_id
  left join lateral (
    select r.rate, r.day
      from coin_prices.exchange_rates r
     where p.currency <> i.currency and r.from_currency = p.currency and r.to_currency = i.currency and r.day <= p.last_day
     order by r.day desc
     limit 1
  ) r on true
 where p.intake_id = $1
 order by p.last_day desc, p.id desc
 limit $2
