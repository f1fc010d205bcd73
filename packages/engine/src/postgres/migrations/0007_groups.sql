-- Groups: how many jobs of a group may run at once, over all workers.
-- A job takes its slot when it is claimed and gives it back with the outcome that ends it. One whose group is full is parked
-- in `later`; the outcome that frees a slot brings the oldest parked one back, with the slot already its own.

create table pawl.group_slot (
  group_name text not null,
  job_id bigint not null,
  at timestamptz not null default now(),
  primary key (group_name, job_id)
);
create index group_slot_job on pawl.group_slot (job_id);
create index later_parked on pawl.later (group_name, job_id) where reason = 'parked';

-- One at a time for each group, until the end of the transaction. Class = oid of pawl.group_slot.
create function pawl.lock_group(p_group text) returns void language sql as $$
  select pg_advisory_xact_lock('pawl.group_slot'::regclass::oid::int, hashtext(p_group))
$$;

-- Brings the oldest parked jobs of a group back into line, each with a slot, and tells the workers. The caller holds the
-- group's lock. Index: later_parked.
create function pawl.unpark(p_group text, p_n int) returns void language plpgsql
set enable_seqscan = off set jit = off
as $$
declare v_lanes text;
begin
  with parked as (
    delete from pawl.later where job_id = any (array(
      select r.job_id from pawl.later r where r.group_name = p_group and r.reason = 'parked'
       order by r.job_id limit p_n for update skip locked))
    returning *
  ), slots as (
    insert into pawl.group_slot (group_name, job_id) select p_group, job_id from parked
  ), appended as (
    insert into pawl.attempt (job_id, created_at, run_at, lane, deferrals, max_attempts, failures, crashes, body, start_before,
                              replays, trace, key, group_name)
    select job_id, created_at, clock_timestamp(), lane, deferrals, max_attempts, failures, crashes, body, start_before, replays,
           trace, key, group_name from parked order by job_id
    returning lane
  )
  select string_agg(distinct lane::text, ',') into v_lanes from appended;
  if v_lanes is not null then perform pg_notify('pawl_line', v_lanes); end if;
end $$;

-- Gives back the slots of these jobs, in the transaction that ended them, and brings back who waits for them.
-- Locks: the groups, in order of their names. Indexes: group_slot_job, later_parked.
create function pawl.release_slots(p_jobs bigint[]) returns void language plpgsql
set enable_seqscan = off set jit = off
as $$
declare v_group text; v_freed int;
begin
  for v_group in select distinct s.group_name from pawl.group_slot s where s.job_id = any (p_jobs) order by 1 loop
    perform pawl.lock_group(v_group);
    delete from pawl.group_slot where group_name = v_group and job_id = any (p_jobs);
    get diagnostics v_freed = row_count;
    if v_freed > 0 then perform pawl.unpark(v_group, v_freed); end if;
  end loop;
end $$;

-- Lets claimed attempts of groups start as far as there are slots, and parks the others. Returns those that may start.
-- An older one that is parked goes first: it is brought back, and the younger one takes its place in the park.
-- Locks: the groups, in order of their names; the new rows. Indexes: primary keys of lease, attempt, outcome, group_slot.
create function pawl.admit(
  p_worker uuid,
  p_number int,
  p_positions bigint[],
  p_lanes int[], p_turns bigint[], p_claims bigint[],   -- the lease of each …
  p_limits int[],                                       -- … how many of its group may run at once …
  p_fronts int[]                                        -- … and the lane in which it comes back
) returns bigint[] language plpgsql
set enable_seqscan = off set jit = off
as $$
declare
  v_admitted bigint[] := '{}';
  v_free int;
  c record;
begin
  for c in
    select a.*, p.n_limit, p.front
      from unnest(p_positions, p_lanes, p_turns, p_claims, p_limits, p_fronts) p (pos, lane, turn, claim, n_limit, front)
     cross join lateral (select * from pawl.attempt a where a.pos = p.pos limit 1) a
     cross join lateral (select worker, claim from pawl.lease l where l.lane = p.lane and l.turn = p.turn limit 1) l
     where l.worker = p_worker and l.claim = p.claim
     order by a.group_name, a.job_id
  loop
    perform pawl.lock_group(c.group_name);
    -- cancelled since it was claimed: nobody would give its slot back
    continue when exists (select from pawl.outcome o where o.pos = c.pos);
    if exists (select from pawl.group_slot s where s.group_name = c.group_name and s.job_id = c.job_id) then
      v_admitted := v_admitted || c.pos;
      continue;
    end if;
    select c.n_limit - count(*) into v_free from pawl.group_slot s where s.group_name = c.group_name;
    if v_free > 0 and exists (select from pawl.later r where r.group_name = c.group_name and r.reason = 'parked' and r.job_id < c.job_id)
    then
      perform pawl.unpark(c.group_name, v_free);
      select c.n_limit - count(*) into v_free from pawl.group_slot s where s.group_name = c.group_name;
    end if;
    if v_free > 0 then
      insert into pawl.group_slot (group_name, job_id) values (c.group_name, c.job_id);
      v_admitted := v_admitted || c.pos;
      continue;
    end if;
    insert into pawl.outcome (pos, kind, worker, detail)
    values (c.pos, 'deferred', p_number, '{"name":"Deferral","message":"its group is full"}') on conflict do nothing;
    continue when not found;
    insert into pawl.later (job_id, run_at, created_at, lane, deferrals, reason, max_attempts, failures, crashes, body,
                            start_before, replays, trace, key, group_name)
    values (c.job_id, 'infinity', c.created_at, c.front, c.deferrals, 'parked', c.max_attempts, c.failures, c.crashes, c.body,
            c.start_before, c.replays, c.trace, c.key, c.group_name);
  end loop;
  return v_admitted;
end $$;
