-- Writes the ids of engine jobs into their rows.
-- $1 ids of rows, $2 ids of jobs, in the same order
-- Locks: the rows. Index: scrape_job_pkey.
update coin_prices.scrape_job s
   set job = given.job
  from unnest($1::bigint[], $2::text[]) as given (id, job)
 where s.id = given.id
