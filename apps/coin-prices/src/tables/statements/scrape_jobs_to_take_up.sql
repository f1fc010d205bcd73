-- Rows that have no engine job yet, oldest first: their jobs are enqueued in the same transaction (scrape_jobs_set_job).
-- $1 at most this many rows
-- Locks: the rows it returns; rows that another transaction has locked are left out. Index: scrape_job_to_take_up.
select s.id, source.name as source
  from coin_prices.scrape_job s
  left join coin_prices.source on source.id = s.source_id
 where s.job is null and s.status is null
 order by s.id
 limit $1
   for no key update of s skip locked
