-- Removes jobs that ended long ago.
-- $1 ms since they ended, $2 at most this many rows
-- Locks: the rows it removes; locked ones are left out. Index: scrape_job_completed.
with old as (
  select id
    from coin_prices.scrape_job
   where status is not null and completed_at < now() - $1 * interval '1 ms'
   order by completed_at
   limit $2
     for update skip locked
)
delete from coin_prices.scrape_job s using old where s.id = old.id
