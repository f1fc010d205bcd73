-- Stores the points of one coin from one source. Of two with one dedupe_key the higher match_strength wins, and a tie keeps the row. The
-- price as last seen follows the newest day; a changed one is kept by the trigger keep_changed_price. Rows that bring nothing new are
-- not written.
-- $1 id of the coin, $2 id of the source, $3 origin, $4 the points as JSON
-- Locks: the rows it writes, in the order of dedupe_key, so that two calls cannot deadlock. Index: price_points_intake_id_source_id_dedupe_key_key.
with given as (
  select distinct on (p.dedupe_key) p.*
    from jsonb_to_recordset($4::jsonb) as p (
      dedupe_key text, price_type text, price_cents bigint, currency text, hammer_cents bigint, premium_cents bigint,
      shipping_cents bigint, tax_cents bigint, day date, title text, url text, external_id text, match_strength float8,
      match_reasons jsonb, mismatch text)
   order by p.dedupe_key, p.match_strength desc
), stored as (
  insert into coin_prices.price_points as old (
    intake_id, source_id, origin, dedupe_key, price_type, price_cents, currency, hammer_cents, premium_cents, shipping_cents, tax_cents,
    day, title, url, external_id, match_strength, match_reasons, mismatch, last_price_type, last_price_cents, last_shipping_cents, last_day)
  select $1, $2, $3, dedupe_key, price_type, price_cents, currency, hammer_cents, premium_cents, shipping_cents, tax_cents,
         day, title, url, external_id, match_strength, match_reasons, mismatch, price_type, price_cents, shipping_cents, day
    from given
   order by dedupe_key
  on conflict (intake_id, source_id, dedupe_key) do update set
    (origin, price_type, price_cents, currency, hammer_cents, premium_cents, shipping_cents, tax_cents, day, title, url, external_id,
     match_strength, match_reasons, mismatch) = (
      select excluded.origin, excluded.price_type, excluded.price_cents, excluded.currency, excluded.hammer_cents, excluded.premium_cents,
             excluded.shipping_cents, excluded.tax_cents, excluded.day, excluded.title, excluded.url, excluded.external_id,
             excluded.match_strength, excluded.match_reasons, excluded.mismatch
       where excluded.match_strength > old.match_strength
      union all
      select old.origin, old.price_type, old.price_cents, old.currency, old.hammer_cents, old.premium_cents, old.shipping_cents,
             old.tax_cents, old.day, old.title, old.url, old.external_id, old.match_strength, old.match_reasons, old.mismatch
       where excluded.match_strength <= old.match_strength),
    (last_price_type, last_price_cents, last_shipping_cents, last_day) = (
      select excluded.last_price_type, excluded.last_price_cents, excluded.last_shipping_cents, excluded.last_day
       where excluded.match_strength > old.match_strength or (excluded.currency = old.currency and excluded.last_day >= old.last_day)
      union all
      select old.last_price_type, old.last_price_cents, old.last_shipping_cents, old.last_day
       where not (excluded.match_strength > old.match_strength
                  or (excluded.currency = old.currency and excluded.last_day >= old.last_day))),
    last_seen_at = now()
  where excluded.match_strength > old.match_strength
     or (excluded.currency = old.currency and excluded.last_day >= old.last_day
         and (excluded.last_price_type, excluded.last_price_cents, excluded.last_shipping_cents, excluded.last_day)
             is distinct from (old.last_price_type, old.last_price_cents, old.last_shipping_cents, old.last_day))
  returning 1
)
select count(*)::int as written from stored
