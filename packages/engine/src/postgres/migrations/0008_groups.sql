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

-- The lane at the front of this one, in which its jobs come back. Locks: the new row. Index: the unique key of lane.
create function pawl.front_of(p_lane int) returns int language plpgsql as $$
declare
  v_lane pawl.lane;
  v_front int;
begin
  select * into v_lane from pawl.lane where id = p_lane;
  if v_lane.place <> 'line' then return p_lane; end if;
  loop
    select l.id into v_front from pawl.lane l
     where (l.queue, l.type, l.version, l.priority, l.source, l.place)
         = (v_lane.queue, v_lane.type, v_lane.version, v_lane.priority, v_lane.source, 'front');
    if found then return v_front; end if;
    insert into pawl.lane (queue, type, version, priority, source, place)
    values (v_lane.queue, v_lane.type, v_lane.version, v_lane.priority, v_lane.source, 'front') on conflict do nothing;
  end loop;
end $$;

-- Gives what a claim has just taken its slots, as far as there are any, and parks the others: their attempts are settled.
-- Inside the claim, which holds their lanes, or a younger job that another worker claimed could be asked for first.
-- An older one that is parked goes first: it is brought back, and the younger one takes its place in the park.
-- Returns what is parked. Locks: the groups, in order of their names; the new rows. Indexes: primary keys of attempt, outcome
-- and group_slot, later_parked.
create function pawl.admit(p_number int, p_positions bigint[], p_limits int[]) returns bigint[] language plpgsql
set enable_seqscan = off set jit = off
as $$
declare
  v_parked bigint[] := '{}';
  v_free int;
  c record;
begin
  for c in
    select a.*, p.n_limit
      from unnest(p_positions, p_limits) p (pos, n_limit)
     cross join lateral (select * from pawl.attempt a where a.pos = p.pos limit 1) a
     where a.group_name is not null
     order by a.group_name, a.job_id
  loop
    perform pawl.lock_group(c.group_name);
    -- cancelled in line: nobody would give its slot back
    continue when exists (select from pawl.outcome o where o.pos = c.pos);
    continue when exists (select from pawl.group_slot s where s.group_name = c.group_name and s.job_id = c.job_id);
    select c.n_limit - count(*) into v_free from pawl.group_slot s where s.group_name = c.group_name;
    if v_free > 0 and exists (select from pawl.later r where r.group_name = c.group_name and r.reason = 'parked' and r.job_id < c.job_id)
    then
      perform pawl.unpark(c.group_name, v_free);
      select c.n_limit - count(*) into v_free from pawl.group_slot s where s.group_name = c.group_name;
    end if;
    if v_free > 0 then
      insert into pawl.group_slot (group_name, job_id) values (c.group_name, c.job_id);
      continue;
    end if;
    insert into pawl.outcome (pos, kind, worker, detail)
    values (c.pos, 'deferred', p_number, '{"name":"Deferral","message":"its group is full"}');
    insert into pawl.later (job_id, run_at, created_at, lane, deferrals, reason, max_attempts, failures, crashes, body,
                            start_before, replays, trace, key, group_name)
    values (c.job_id, 'infinity', c.created_at, pawl.front_of(c.lane), c.deferrals, 'parked', c.max_attempts, c.failures, c.crashes,
            c.body, c.start_before, c.replays, c.trace, c.key, c.group_name);
    v_parked := v_parked || c.pos;
  end loop;
  return v_parked;
end $$;
