-- What a collection needs to know: the coin, the name of the source, the day by UTC. intake_id or source is null where there is none.
-- $1 id of the coin, $2 id of the source
-- Locks: none. Index: coin_intakes_pkey, source_pkey.
select i.id as intake_id, source.name as source, to_char(now() at time zone 'utc', 'YYYY-MM-DD') as today, i.issuer, i.denomination,
       i.year, i.mint_mark, i.series, i.title, i.grade, i.certificate, i.pcgs_number, i.numista_number, i.km_number
  from (select $1::bigint as intake_id, $2::bigint as source_id) asked
  left join coin_prices.coin_intakes i on i.id = asked.intake_id
  left join coin_prices.source on source.id = asked.source_id
