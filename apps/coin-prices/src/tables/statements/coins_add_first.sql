-- Adds coins where there are none. Processes that start at the same time add them once.
-- $1 the coins as JSON
-- Locks: the new rows. Index: coin_intakes_collector_id_import_key_key.
insert into coin_prices.coin_intakes (
  issuer, denomination, year, mint_mark, series, title, grade, certificate, pcgs_number, numista_number, km_number, import_key)
select c.issuer, c.denomination, c.year, c."mintMark", c.series, c.title, c.grade, c.certificate, c."pcgsNumber", c."numistaNumber",
       c."kmNumber", 'first-' || given.place
  from jsonb_array_elements($1::jsonb) with ordinality as given (coin, place)
 cross join jsonb_to_record(given.coin) as c (
   issuer text, denomination text, year int, "mintMark" text, series text, title text, grade text, certificate text, "pcgsNumber" text,
   "numistaNumber" text, "kmNumber" text)
 where not exists (select from coin_prices.coin_intakes)
    on conflict (collector_id, import_key) do nothing
