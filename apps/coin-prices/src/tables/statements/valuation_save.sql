-- Saves a valuation, and keeps it in the history where it differs from the newest one there. The row is held (valuation_hold).
-- $1 id of the coin, $2 currency, $3 the valuation as JSON, $4 conversions as JSON
-- Locks: the valuation. Index: valuations_pkey, valuation_history_of_coin.
with given as (
  select *
    from jsonb_to_record($3::jsonb) as v (
      status text, basis text, "lowCents" bigint, "fairCents" bigint, "highCents" bigint, confidence float8, used jsonb, "leftOut" jsonb)
), saved as (
  update coin_prices.valuations v
     set status = given.status, basis = given.basis, currency = $2, low_cents = given."lowCents", fair_cents = given."fairCents",
         high_cents = given."highCents", confidence = given.confidence, points_used = jsonb_array_length(given.used),
         points_left_out = jsonb_array_length(given."leftOut"), used = given.used, left_out = given."leftOut", conversions = $4::jsonb,
         valued_at = now(), stale_since = null
    from given
   where v.intake_id = $1
  returning v.*
), newest as (
  select * from coin_prices.valuation_history where intake_id = $1 order by valued_at desc, id desc limit 1
)
insert into coin_prices.valuation_history (
  intake_id, status, basis, currency, low_cents, fair_cents, high_cents, confidence, points_used, valued_at)
select intake_id, status, basis, currency, low_cents, fair_cents, high_cents, confidence, points_used, valued_at
  from saved
 where not exists (
   select from newest n
    where (n.status, n.basis, n.currency, n.low_cents, n.fair_cents, n.high_cents, n.confidence, n.points_used)
          is not distinct from (saved.status, saved.basis, saved.currency, saved.low_cents, saved.fair_cents, saved.high_cents,
                                saved.confidence, saved.points_used))
