-- Blanks what jobs carried and left behind: bodies, results, errors, progress, steps, and the signals they got; of those too
-- that they replay or were replayed as. Jobs that have not ended are left as they are. A dead letter without its body cannot be
-- replayed, so it is discarded. The one statement that updates the ledger. $1 jobs.
-- Locks: the rows it changes. Indexes: primary keys, attempt_again, key_job; see pawl.is_alive.
with recursive related (job_id) as (
  select unnest($1::bigint[])
  union
  select other.job_id
    from related r
   cross join lateral (
     select d.replayed_as as job_id from pawl.dead d where d.job_id = r.job_id and d.replayed_as is not null
     union all
     select a.replays from pawl.attempts_of(r.job_id) a where a.replays is not null
     union all
     select d.replays from pawl.dead d where d.job_id = r.job_id and d.replays is not null) other
), job as materialized (
  select r.job_id, pawl.is_alive(r.job_id) as alive from related r
), ended as materialized (
  select j.job_id from job j
   where not j.alive and (exists (select from pawl.attempts_of(j.job_id)) or exists (select from pawl.dead d where d.job_id = j.job_id))
), position as materialized (
  select a.pos from ended e cross join lateral pawl.attempts_of(e.job_id) a
), bodies as (
  update pawl.attempt set body = '{"erased": true}' where pos = any (array(select pos from position)) and body::text <> '{"erased": true}'
), errors as (
  update pawl.outcome set detail = null where pos = any (array(select pos from position)) and detail is not null
), results as (
  delete from pawl.result where pos = any (array(select pos from position))
), letters as (
  update pawl.dead
     set body = '{"erased": true}', error = null, ended_at = coalesce(ended_at, clock_timestamp()),
         ended_as = coalesce(ended_as, 'discarded')
   where job_id = any (array(select job_id from ended))
), keys as (
  delete from pawl.key where mode = 'live' and job_id = any (array(select job_id from ended))
), progress as (
  delete from pawl.progress where job_id = any (array(select job_id from ended))
), signals as (
  update pawl.signal set payload = '{"erased": true}'
   where id = any (array(select s.signal from pawl.step s where s.job_id = any (array(select job_id from ended)) and s.signal is not null))
), steps as (
  delete from pawl.step where job_id = any (array(select job_id from ended))
)
select array(select job_id from ended order by 1)::text[] as erased, array(select job_id from job where alive order by 1)::text[] as open
