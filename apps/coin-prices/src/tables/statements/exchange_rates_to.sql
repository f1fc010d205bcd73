-- Rates by which other currencies are converted into one.
-- $1 currency, $2 first day
-- Locks: none. Index: exchange_rates_pkey.
select from_currency, to_currency, rate::text as rate, to_char(day, 'YYYY-MM-DD') as day
  from coin_prices.exchange_rates
 where to_currency = $1 and day >= $2::date
