-- Pairs of coin and source that are due, put off until their next time, with what is known of the coin. is_wanted: false for a coin that
-- was sold, and for a pair that has an open job already.
-- $1 names of the sources that this process knows, $2 ms until the next time, $3 at most this many pairs
-- Locks: due rows of collection, at most $3 for each source; locked ones are left out. Index: collection_due, scrape_job_open_of_coin.
with due as (
  select c.intake_id, c.source_id, s.name
    from coin_prices.sources s
   cross join lateral (
     select c.intake_id, c.source_id
       from coin_prices.collection c
      where c.source_id = s.id and c.next_at <= now()
      order by c.next_at
      limit $3
        for no key update skip locked
   ) c
   where s.enabled and s.name = any($1::text[])
   limit $3
), advanced as (
  update coin_prices.collection c
     set next_at = now() + $2 * interval '1 ms'
    from due
   where c.intake_id = due.intake_id and c.source_id = due.source_id
)
select due.source_id, due.name as source, i.id as intake_id, i.issuer, i.denomination, i.year, i.mint_mark, i.series, i.title, i.grade,
       i.certificate, i.pcgs_number, i.numista_number, i.km_number,
       i.status <> 'sold' and not exists (
         select from coin_prices.scrape_job s
          where s.intake_id = due.intake_id and s.source_id = due.source_id and s.status is null
       ) as is_wanted
  from due
  join coin_prices.coin_intakes i on i.id = due.intake_id
