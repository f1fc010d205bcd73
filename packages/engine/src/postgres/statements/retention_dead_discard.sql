-- Discards dead letters of one queue that are older than the limit and not among its newest. As when an operator discards them,
-- their live keys are free again.
-- $1 queue, $2 age in ms, $3 how many of the newest are kept however old, $4 at most this many are discarded.
-- Locks: the dead letters (locked ones are passed over) and their keys. Index: dead_lane.
with lanes as (
  select id from pawl.lane where queue = $1
), newest_beyond as (
  select d.died_at, d.job_id
    from lanes
   cross join lateral (select died_at, job_id from pawl.dead where lane = lanes.id and ended_at is null
                        order by died_at desc, job_id desc limit $3::int + 1) d
   order by d.died_at desc, d.job_id desc offset $3 limit 1
), bound as (   -- one bound of both: with two, the index is read up to the later one
  select least(died_at, statement_timestamp() - $2::float8 * interval '1 ms') as died_at,
         case when died_at < statement_timestamp() - $2::float8 * interval '1 ms' then job_id else -9223372036854775808 end as job_id
    from newest_beyond
), discarded as (
  update pawl.dead set ended_at = clock_timestamp(), ended_as = 'discarded'
   where job_id = any (array(
     select d.job_id
       from lanes
      cross join lateral (select job_id from pawl.dead
                           where lane = lanes.id and ended_at is null
                             and (died_at, job_id) <= (select died_at, job_id from bound)
                           order by died_at, job_id limit $4 for update skip locked) d
      limit $4))
  returning job_id
), released as (
  delete from pawl.key where mode = 'live' and job_id = any (array(select job_id from discarded))
)
select count(*)::int as discarded from discarded
