-- Like enqueue, for jobs with a key, a group or others to wait for. A key that is held makes nothing.
-- $1 lanes, $2 bodies, $3 max_attempts, $4 start_before, $5 traces, $6 lanes to wake, $7 ids or null, $8 run_at, $9 delay in ms,
-- $10 keys or null, $11 modes, $12 windows in ms, $13 groups or null, $14 types, $15 how long to wait for a key that another
-- transaction is taking, or null for as long as the caller's own setting says, $16 what a failed one means for those that
-- wait for others, or null, $17 which of these jobs (from 1) waits $18 for whom.
-- Locks: the keys, in their order, else two batches could deadlock. Index: key's primary key.
with patience as materialized (
  select set_config('lock_timeout', coalesce($15, current_setting('lock_timeout')), true)
), job as materialized (
  select j.*, coalesce(j.reserved, nextval('pawl.position')) as job_id
    from patience, unnest($1::int[], $2::text[], $3::smallint[], $4::timestamptz[], $5::text[], $7::bigint[], $8::timestamptz[],
                $9::float8[], $10::text[], $11::text[], $12::float8[], $13::text[], $14::text[], $16::text[])
         with ordinality
         j (lane, body, max_attempts, start_before, trace, reserved, run_at, delay_ms, key, mode, window_ms, group_name, type,
            on_failed, i)
), held as (
  insert into pawl.key as held (type, key, job_id, mode, until)
  select type, key, job_id, mode,
         case mode when 'window' then clock_timestamp() + window_ms * interval '1 ms' else 'infinity' end
    from job where key is not null order by type, key
  on conflict (type, key) do update set job_id = excluded.job_id, mode = excluded.mode, until = excluded.until, at = now()
   where held.until <= clock_timestamp()
  returning job_id
), new as materialized (
  select job.* from job where key is null or job_id in (select job_id from held)
), appended as (
  insert into pawl.attempt (pos, job_id, lane, body, max_attempts, start_before, trace, key, group_name)
  -- the partition of a position that was reserved long ago may be gone
  select case when reserved is null then job_id else nextval('pawl.position') end, job_id, lane, body::json, max_attempts,
         start_before, trace, key, group_name
    from new where run_at is null and delay_ms is null and on_failed is null order by i
), waiting as (
  insert into pawl.later (job_id, run_at, created_at, lane, deferrals, reason, max_attempts, failures, crashes, body,
                          start_before, trace, key, group_name)
  select job_id,
         case when on_failed is null then coalesce(run_at, clock_timestamp() + delay_ms * interval '1 ms') else 'infinity' end,
         now(), lane, 0, case when on_failed is null then 'scheduled' else 'waiting' end, max_attempts, 0, 0, body::json,
         start_before, trace, key, group_name
    from new where run_at is not null or delay_ms is not null or on_failed is not null
), waiters as (
  insert into pawl.waiter (job_id, on_job, on_failed)
  select n.job_id, d.on_job, n.on_failed
    from new n join (select d.i, min(d.on_job) as on_job from unnest($17::int[], $18::bigint[]) d (i, on_job) group by d.i) d on d.i = n.i
), dependencies as (
  insert into pawl.dependency (job_id, on_job)
  select n.job_id, d.on_job from new n join unnest($17::int[], $18::bigint[]) d (i, on_job) on d.i = n.i
  on conflict do nothing
)
select (select array_to_string(array_agg(case when n.i is null then 0 else job.job_id end order by job.i), ',')
          from job left join new n on n.i = job.i) as ids,
       case when $6 <> '' then pg_notify('pawl_line', $6)::text end as woken
