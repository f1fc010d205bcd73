-- Keys: at most one job of a type for each key, decided by this primary key under any number of racing producers.
create table pawl.key (
  type text not null,
  key text not null,
  job_id bigint not null,          -- who holds it
  mode text not null check (mode in ('live', 'window', 'forever')),
  until timestamptz not null,      -- when a window ends; the others never do by themselves
  at timestamptz not null default now(),
  primary key (type, key)
) with (fillfactor = 80);
create index key_job on pawl.key (job_id);

-- Gives a job that has not started a new body, or a new time, or both. It keeps its id and loses its place in line, and its slot
-- if its group had given it one. False: it has been claimed, or it has ended. Null: it went elsewhere meanwhile, and who asks
-- again finds it there. A transaction of its own: it holds the job's lane for as long as it lasts.
-- Locks: the group and the row in `later`, or the lane and then the group, as a claim does; never the lane behind the group, as that
-- claim may wait for it.
-- Indexes: later's primary key, those of pawl.attempts_of, lease's primary key.
create function pawl.replace_waiting(p_job bigint, p_lane int, p_body json, p_run_at timestamptz, p_group text) returns boolean
language plpgsql
set enable_seqscan = off set jit = off
as $$
declare
  here pawl.attempt;
  v_kind pawl.outcome_kind;
  v_groups constant text[] := array(select r.group_name from pawl.later r where r.job_id = p_job and r.group_name is not null);
  v_oldest_of text;   -- the group in whose park it is the oldest
begin
  perform set_config('lock_timeout', '2s', true);
  perform pawl.lock_groups(v_groups);
  select r.group_name into v_oldest_of from pawl.later r
   where r.job_id = p_job and r.reason = 'parked'
     and not exists (select from pawl.later o where o.group_name = r.group_name and o.reason = 'parked' and o.job_id < p_job);
  update pawl.later r
     set body = p_body, lane = p_lane, group_name = p_group,
         -- one that is parked asks for a slot anew; one that waits for others goes on waiting
         run_at = case r.reason when 'waiting' then r.run_at when 'parked' then coalesce(p_run_at, clock_timestamp())
                                else coalesce(p_run_at, r.run_at) end,
         reason = case r.reason when 'parked' then 'scheduled' else r.reason end
   where r.job_id = p_job;
  if found then
    -- the next one may be of a type of which more may run at once
    if v_oldest_of is not null then perform pawl.unpark(v_oldest_of); end if;
    return true;
  end if;
  -- it went into line while we waited for its row
  if v_groups <> '{}' then return null; end if;

  select a.* into here from pawl.attempts_of(p_job) a order by a.pos desc limit 1;
  if not found then return false; end if;
  perform pg_advisory_xact_lock('pawl.lane'::regclass::oid::int, here.lane);
  select o.kind into v_kind from pawl.outcome o where o.pos = here.pos;
  -- another replacement or a partition that goes has moved it, or it is to be tried again
  if found then return case when v_kind in ('succeeded', 'failed', 'cancelled') then false end; end if;
  -- no claim can be under way now: what is not leased stays so until we are through
  perform from (select * from pawl.lease l where l.lane = here.lane order by l.turn desc limit 1) last
    where pg_visible_in_snapshot(here.xid, last.base)
       or (pg_visible_in_snapshot(here.xid, last.win) and (here.xid, here.pos) <= (last.xid, last.pos));
  if found then return false; end if;
  insert into pawl.outcome (pos, kind) values (here.pos, 'moved') on conflict do nothing;
  if not found then return null; end if;

  insert into pawl.later (job_id, run_at, created_at, lane, deferrals, reason, max_attempts, failures, crashes, body,
                          start_before, replays, trace, key, group_name)
  values (p_job, coalesce(p_run_at, clock_timestamp()), here.created_at, p_lane, here.deferrals, 'scheduled', here.max_attempts,
          here.failures, here.crashes, p_body, here.start_before, here.replays, here.trace, here.key, p_group);
  perform pawl.release_slots(array[p_job]);
  return true;
end $$;
