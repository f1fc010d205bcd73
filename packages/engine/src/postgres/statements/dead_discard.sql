-- Discards dead letters: they stay on record and are shown no more, and a live key is free again.
-- $1 ids. Locks: the letters and their keys. Index: dead's primary key.
with discarded as (
  update pawl.dead set ended_at = clock_timestamp(), ended_as = 'discarded'
   where job_id = any ($1::bigint[]) and ended_at is null
  returning job_id, lane
), released as (
  delete from pawl.key where mode = 'live' and job_id = any (array(select job_id from discarded))
)
select d.job_id, l.queue, l.type from discarded d join pawl.lane l on l.id = d.lane
