-- A page of coins with their valuations, in the order of ids.
-- $1 collector, null for all; $2 status, null for all; $3 after this id, null for the first page; $4 at most so many
-- Locks: none. Index: coin_intakes_of_collector, coin_intakes_pkey, valuations_pkey, collector_pkey.
select i.id, i.collector_id, c.name as collector, i.status, i.issuer, i.denomination, i.year, i.mint_mark, i.series, i.title, i.grade,
       i.certificate, i.pcgs_number, i.numista_number, i.km_number, i.quantity, i.note, i.pictures, i.currency,
       to_char(i.bought_on, 'YYYY-MM-DD') as bought_on, i.paid_cents, i.paid_fees_cents,
       to_char(i.sold_on, 'YYYY-MM-DD') as sold_on, i.sold_cents, i.sold_fees_cents, i.created_at, i.updated_at,
       v.status as value_status, v.basis, v.currency as value_currency, v.low_cents, v.fair_cents, v.high_cents, v.confidence,
       v.points_used, v.points_left_out, v.valued_at
  from coin_prices.coin_intakes i
  join coin_prices.collector c on c.id = i.collector_id
  join coin_prices.valuations v on v.intake_id = i.id
 where ($1::bigint is null or i.collector_id = $1)
   and ($2::text is null or i.status = $2)
   and i.id > coalesce($3::bigint, 0)
 order by i.id
 limit $4
