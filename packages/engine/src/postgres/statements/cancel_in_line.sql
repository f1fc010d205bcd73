-- Cancels attempts in line or running, as far as no outcome stands, and tells the workers. Items whose stages they ran end with them.
-- $1 positions. Locks: their groups, before all else, as an admission does; the attempts, against steps that are being written
-- (see pawl.hold_attempt); the new rows, waiting for a job.commit that is writing the same outcome; their keys; their items, after the
-- outcome as a move does.
-- It waits for none of them for long (55P03): one job that is being committed must hold up nobody else's cancel.
-- Indexes: primary keys of outcome and attempt, key_job, group_slot_job, pipeline_item_job.
with asked as materialized (
  select p.pos from set_config('lock_timeout', '200ms', true), unnest($1::bigint[]) p (pos)
), tied as materialized (
  select a.pos, a.job_id, a.group_name from asked p
   cross join lateral (select * from pawl.attempt a where a.pos = p.pos limit 1) a
   where a.key is not null or a.group_name is not null
), locked as materialized (
  select pawl.lock_groups(array_agg(group_name)) from tied where group_name is not null
), held as materialized (
  select a.pos, a.job_id from (select count(*) as n from locked) first, (select p.pos from asked p order by p.pos) p
   cross join lateral (select a.pos, a.job_id from pawl.attempt a where a.pos = p.pos and first.n >= 0 limit 1 for update) a
), settled as (
  insert into pawl.outcome (pos, kind)
  select pos, 'cancelled' from held order by pos
  on conflict do nothing
  returning pos
), items as (
  update pawl.pipeline_item i
     set ended_as = 'cancelled', reason = 'job-cancelled', version = nextval('pawl.position'), moved_at = clock_timestamp()
   where i.job_id = any (array(select h.job_id from settled s join held h on h.pos = s.pos)) and i.ended_as is null
), told as (
  -- NOTIFY takes 8,000 bytes, and a position that is cut off would be another job's: 390 of 19 digits fit
  select pg_notify('pawl_cancel', string_agg(pos::text, ','))::text as woken
    from (select pos, (row_number() over (order by pos) - 1) / 390 as part from settled) s
   group by part
), ended as materialized (
  select t.job_id from tied t join settled s on s.pos = t.pos
), released as (
  delete from pawl.key where mode = 'live' and job_id = any (array(select job_id from ended))
)
select coalesce(array_agg(pos), '{}')::text[] as positions, (select count(woken) from told) as told,
       (select pawl.release_slots(array_agg(job_id))::text from ended having count(*) > 0) as released
  from settled
