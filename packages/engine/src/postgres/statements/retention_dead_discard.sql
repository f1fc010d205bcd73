-- Discards dead letters that nobody has decided on for long: as a person would, their live keys are free again.
-- $1 age in ms, $2 how many at the most. Locks: the letters, those that somebody is deciding on are passed over; their keys.
-- Index: dead_open.
with discarded as (
  update pawl.dead set ended_at = clock_timestamp(), ended_as = 'discarded'
   where job_id = any (array(
     select d.job_id from pawl.dead d where d.ended_at is null and d.died_at < statement_timestamp() - $1::float8 * interval '1 ms'
      order by d.died_at limit $2 for update skip locked))
  returning job_id
), released as (
  delete from pawl.key where mode = 'live' and job_id = any (array(select job_id from discarded))
)
select count(*)::int as discarded from discarded
