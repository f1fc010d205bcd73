-- Adds coins. A coin whose import_key the collector has already is left out.
-- $1 collector, $2 coins as JSON: a list of objects with the columns
-- Locks: the new rows, and the collector against its removal. Index: coin_intakes_collector_id_import_key_key.
insert into coin_prices.coin_intakes (
  collector_id, status, issuer, denomination, year, mint_mark, series, title, grade, certificate, pcgs_number, numista_number, km_number,
  quantity, note, pictures, currency, bought_on, paid_cents, paid_fees_cents, sold_on, sold_cents, sold_fees_cents, import_key)
select $1, g.status, g.issuer, g.denomination, g.year, g.mint_mark, g.series, g.title, g.grade, g.certificate, g.pcgs_number,
       g.numista_number, g.km_number, g.quantity, g.note, coalesce(g.pictures, '[]'), coalesce(g.currency, 'USD'), g.bought_on,
       g.paid_cents, g.paid_fees_cents, g.sold_on, g.sold_cents, g.sold_fees_cents, g.import_key
  from jsonb_to_recordset($2::jsonb) as g (
    status text, issuer text, denomination text, year int, mint_mark text, series text, title text, grade text, certificate text,
    pcgs_number text, numista_number text, km_number text, quantity int, note text, pictures jsonb, currency text, bought_on date,
    paid_cents bigint, paid_fees_cents bigint, sold_on date, sold_cents bigint, sold_fees_cents bigint, import_key text)
on conflict (collector_id, import_key) do nothing
returning id
