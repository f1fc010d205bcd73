-- A job as people see it: one row, one state. number is the one in its id, position that of its newest attempt, 0 while it waits in
-- `later`: conditions on these are read by indexes. A condition on id reads all of the view, and an order sorts all of it: for the
-- one there is pawl.job, for pages of a list pawl.jobs.list.
-- An attempt is leased if it is visible in the base of its lane's newest lease, or in its window and not beyond the cursor.
create view pawl.jobs as
select 'job_' || a.job_id::text as id, a.job_id as number, a.pos as position, l.queue, l.type, l.version, a.body::jsonb as body,
       case
         when o.pos is not null then o.kind::text
         when lease.lane is null then 'pending'
         when lease.ahead @> a.pos and not w.running @> a.pos then 'pending'
         else 'running'
       end as status,
       l.priority, a.run_at, a.failures + a.crashes + 1 as attempt, a.max_attempts::int,
       -- the failure or crash that ended a job is counted in its dead letter; an attempt knows only those before it
       coalesce(d.failures, a.failures)::int as failures, coalesce(d.crashes, a.crashes)::int as crashes,
       a.deferrals, a.key, a.group_name as "group", nullif(l.source, '') as source, w.name as locked_by, lease.at as locked_at, w.heartbeat_at,
       p.value as progress, res.value as result, o.detail as error, a.trace, a.created_at, o.at as finished_at,
       case when a.replays is not null then 'job_' || a.replays::text end as replays
  from pawl.attempt a
  join pawl.lane l on l.id = a.lane
  left join pawl.outcome o on o.pos = a.pos
  left join pawl.dead d on o.kind = 'failed' and d.job_id = a.job_id
  left join lateral (
    select last.* from pawl.lease last where o.pos is null and last.lane = a.lane order by last.turn desc limit 1
  ) last on true
  left join lateral (
    select lease.* from pawl.lease lease
     where lease.lane = a.lane and lease.positions @> a.pos
       and (pg_visible_in_snapshot(a.xid, last.base)
            or (pg_visible_in_snapshot(a.xid, last.win) and (a.xid, a.pos) <= (last.xid, last.pos)))
     order by lease.turn desc limit 1
  ) lease on true
  left join pawl.worker w on w.id = lease.worker
  left join pawl.progress p on p.job_id = a.job_id
  left join pawl.result res on res.pos = a.pos
 where o.kind is null or o.kind in ('succeeded', 'failed', 'cancelled')
union all
select 'job_' || r.job_id::text, r.job_id, 0::bigint, l.queue, l.type, l.version, r.body::jsonb,
       case r.reason when 'retry' then 'retryable' when 'parked' then 'pending' else 'scheduled' end,
       l.priority, nullif(r.run_at, 'infinity'), r.failures + r.crashes + 1, r.max_attempts::int, r.failures::int, r.crashes::int,
       r.deferrals, r.key, r.group_name, nullif(l.source, ''), null, null, null, p.value, null, r.error, r.trace, r.created_at, null,
       case when r.replays is not null then 'job_' || r.replays::text end
  from pawl.later r
  join pawl.lane l on l.id = r.lane
  left join pawl.progress p on p.job_id = r.job_id
union all
-- a dead letter whose history is gone
select 'job_' || d.job_id::text, d.job_id, 0::bigint, l.queue, l.type, l.version, d.body::jsonb, 'failed', l.priority, null,
       greatest(1, d.failures + d.crashes), d.max_attempts::int, d.failures::int, d.crashes::int, d.deferrals, d.key, d.group_name,
       nullif(l.source, ''), null, null, null, p.value, null, d.error, d.trace, d.created_at, d.died_at,
       case when d.replays is not null then 'job_' || d.replays::text end
  from pawl.dead d
  join pawl.lane l on l.id = d.lane
  left join pawl.progress p on p.job_id = d.job_id
 where not exists (select from pawl.attempt a where a.pos = d.pos);

-- One job by its id. Indexes: those of pawl.attempts_of, later's primary key.
create function pawl.job(p_id text) returns setof pawl.jobs stable language plpgsql
-- to plan the view takes 4 ms, to run the plan 0.1 ms: a view of many jobs would plan it for each
set plan_cache_mode = force_generic_plan
-- a plan that was kept from when the ledger was empty would join whole tables
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
as $$
declare
  v_number constant bigint := substr(p_id, 5);
  v_newest bigint;
begin
  select max(a.pos) into v_newest from pawl.attempts_of(v_number) a;
  return query select * from pawl.jobs j where j.position = v_newest;
  if not found then
    return query select * from pawl.jobs j where j.number = v_number and j.position = 0;
  end if;
end $$;
