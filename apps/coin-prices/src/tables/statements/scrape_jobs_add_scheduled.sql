-- Adds the rows of scheduled jobs. A pair that has an open scheduled job gets none.
-- $1 ids of coins, $2 ids of sources, in the same order
-- Locks: the new rows. Index: scrape_job_scheduled_once.
with added as (
  insert into coin_prices.scrape_job (intake_id, source_id, is_scheduled)
  select given.intake_id, given.source_id, true
    from unnest($1::bigint[], $2::bigint[]) as given (intake_id, source_id)
      on conflict (intake_id, source_id) where is_scheduled and status is null do nothing
  returning id, source_id
)
select added.id, source.name as source
  from added
  join coin_prices.source on source.id = added.source_id
