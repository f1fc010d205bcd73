-- Replaces what a collector states about a coin. The coin is held (coin_hold).
-- $1 id, $2 the coin as JSON: an object with the columns
-- Locks: the coin, and its rows of collection and valuations where the change identifies another coin. Index: coin_intakes_pkey.
update coin_prices.coin_intakes i
   set status = g.status, issuer = g.issuer, denomination = g.denomination, year = g.year, mint_mark = g.mint_mark, series = g.series,
       title = g.title, grade = g.grade, certificate = g.certificate, pcgs_number = g.pcgs_number, numista_number = g.numista_number,
       km_number = g.km_number, quantity = g.quantity, note = g.note, pictures = coalesce(g.pictures, '[]'),
       currency = coalesce(g.currency, 'USD'), bought_on = g.bought_on, paid_cents = g.paid_cents, paid_fees_cents = g.paid_fees_cents,
       sold_on = g.sold_on, sold_cents = g.sold_cents, sold_fees_cents = g.sold_fees_cents, updated_at = now()
  from jsonb_to_record($2::jsonb) as g (
    status text, issuer text, denomination text, year int, mint_mark text, series text, title text, grade text, certificate text,
    pcgs_number text, numista_number text, km_number text, quantity int, note text, pictures jsonb, currency text, bought_on date,
    paid_cents bigint, paid_fees_cents bigint, sold_on date, sold_cents bigint, sold_fees_cents bigint)
 where i.id = $1
