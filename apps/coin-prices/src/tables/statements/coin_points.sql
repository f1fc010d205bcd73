-- A page of the prices of a coin, newest first, each with why its valuation has left it out.
-- $1 id of the coin; $2 before this day and $3 this id, null for the first page; $4 at most so many
-- Locks: none. Index: price_points_intake_id_source_id_dedupe_key_key, valuations_pkey.
with valued as materialized (
  select e.id, e.reason
    from coin_prices.valuations v
   cross join jsonb_to_recordset(v.left_out) as e (id bigint, reason text)
   where v.intake_id = $1
), used as materialized (
  select u.id::bigint as id
    from coin_prices.valuations v
   cross join jsonb_array_elements_text(v.used) as u (id)
   where v.intake_id = $1
)
select p.id, s.name as source, p.last_price_type as price_type, p.last_price_cents as price_cents, p.last_shipping_cents as shipping_cents,
       p.hammer_cents, p.premium_cents, p.tax_cents, p.currency, to_char(p.last_day, 'YYYY-MM-DD') as day, p.title, p.url,
       p.match_strength, p.match_reasons, used.id is not null as is_used, valued.reason as left_out_for, p.origin, p.first_seen_at
  from coin_prices.price_points p
  join coin_prices.source s on s.id = p.source_id
  left join used on used.id = p.id
  left join valued on valued.id = p.id
 where p.intake_id = $1 and ($2::date is null or (p.last_day, p.id) < ($2, $3::bigint))
 order by p.last_day desc, p.id desc
 limit $4
