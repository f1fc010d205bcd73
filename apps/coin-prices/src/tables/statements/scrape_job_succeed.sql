-- Records the end of a job, in the transaction that completes it.
-- $1 id
-- Locks: the row. Index: scrape_job_pkey.
update coin_prices.scrape_job set status = 'succeeded', completed_at = now(), error_message = null where id = $1
