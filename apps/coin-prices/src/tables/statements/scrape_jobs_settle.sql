-- Copies the final states of jobs into their rows, before the engine's retention drops the jobs: dead letters, cancelled jobs, jobs
-- that are gone. Reads open rows in the order of their ids. last: where the next call goes on; null: there are no more.
-- $1 the last id of the call before, $2 at most this many rows
-- Locks: the rows that have ended. Index: scrape_job_open, and those of pawl.job.
with open as materialized (
  select s.id, s.job
    from coin_prices.scrape_job s
   where s.status is null and s.id > $1
   order by s.id
   limit $2
), ended as materialized (
  select open.id, j.status, j.finished_at, j.error->>'message' as message
    from open
    left join lateral pawl.job(open.job) j on true
   where open.job is not null and (j.status is null or j.status in ('succeeded', 'failed', 'cancelled'))
), settled as (
  update coin_prices.scrape_job s
     set status = case ended.status when 'succeeded' then 'succeeded' else 'failed' end,
         completed_at = coalesce(ended.finished_at, now()),
         error_message = case when ended.status is null then 'the job is no longer known'
                              when ended.status <> 'succeeded' then coalesce(ended.message, ended.status) end
    from ended
   where s.id = ended.id and s.status is null
  returning s.id
)
select (select max(id) from open) as last, (select count(*) from settled)::int as settled
