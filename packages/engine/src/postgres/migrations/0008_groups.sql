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
create index later_parked_late on pawl.later (start_before) where reason = 'parked' and start_before is not null;
alter table pawl.later add column group_limit int;   -- of a parked one: how many of its group may run at once

-- One at a time for each group, until the end of the transaction. All groups share 256 locks, or a batch of thousands of groups
-- would fill the lock table of the server. In the order of the locks, as two batches would deadlock. Class = oid of pawl.group_slot.
create function pawl.lock_groups(p_groups text[]) returns void language plpgsql as $$
declare v_lock int;
begin
  for v_lock in select distinct hashtext(g) & 255 from unnest(p_groups) g where g is not null order by 1 loop
    perform pg_advisory_xact_lock('pawl.group_slot'::regclass::oid::int, v_lock);
  end loop;
end $$;

-- Brings the oldest parked jobs of a group back into line as far as their limit allows, each with a slot, and tells the workers.
-- Returns how many. The caller holds the group's lock. Locks: the rows, waiting for a cancel or a replace of the oldest.
-- Indexes: later_parked, group_slot's primary key.
create function pawl.unpark(p_group text) returns int language plpgsql
set enable_seqscan = off set jit = off
as $$
declare
  r pawl.later;
  v_taken int;
  v_lanes int[] := '{}';
begin
  select count(*) into v_taken from pawl.group_slot s where s.group_name = p_group;
  loop
    select * into r from pawl.later p where p.group_name = p_group and p.reason = 'parked' order by p.job_id limit 1 for update;
    exit when not found or v_taken >= coalesce(r.group_limit, 1);
    delete from pawl.later where job_id = r.job_id;
    insert into pawl.group_slot (group_name, job_id) values (p_group, r.job_id);
    insert into pawl.attempt (job_id, created_at, run_at, lane, deferrals, max_attempts, failures, crashes, body, start_before,
                              replays, trace, key, group_name)
    values (r.job_id, r.created_at, clock_timestamp(), r.lane, r.deferrals, r.max_attempts, r.failures, r.crashes, r.body,
            r.start_before, r.replays, r.trace, r.key, r.group_name);
    v_taken := v_taken + 1;
    v_lanes := v_lanes || r.lane;
  end loop;
  perform pg_notify('pawl_line', lane::text) from (select distinct unnest(v_lanes) as lane) l;
  return cardinality(v_lanes);
end $$;

-- A group has another limit than when these jobs were parked. Returns whether that was so. Index: later_parked.
create function pawl.limit_parked(p_group text, p_type text, p_limit int) returns boolean language plpgsql
set enable_seqscan = off set jit = off
as $$
begin
  -- they were all parked with the same one as a rule, so the oldest tells
  if not exists (select from (select r.group_limit, l.type from pawl.later r join pawl.lane l on l.id = r.lane
                               where r.group_name = p_group and r.reason = 'parked' order by r.job_id limit 1) oldest
                  where oldest.type = p_type and oldest.group_limit <> p_limit) then return false; end if;
  update pawl.later r set group_limit = p_limit from pawl.lane l
   where r.group_name = p_group and r.reason = 'parked' and l.id = r.lane and l.type = p_type;
  return true;
end $$;

-- Gives back the slots of these jobs, in the transaction that ended them, and brings back who waits for them.
-- Locks: the groups. Indexes: group_slot_job, later_parked.
create function pawl.release_slots(p_jobs bigint[]) returns void language plpgsql
set enable_seqscan = off set jit = off
as $$
declare
  v_groups constant text[] := array(select distinct s.group_name from pawl.group_slot s where s.job_id = any (p_jobs) order by 1);
  v_group text;
begin
  if v_groups = '{}' then return; end if;
  perform pawl.lock_groups(v_groups);
  foreach v_group in array v_groups loop
    delete from pawl.group_slot where group_name = v_group and job_id = any (p_jobs);
    if found then perform pawl.unpark(v_group); end if;
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
-- Returns what is parked. Locks: the groups; the new rows. Indexes: primary keys of attempt, outcome and group_slot, later_parked.
create function pawl.admit(p_number int, p_positions bigint[], p_limits int[]) returns bigint[] language plpgsql
set enable_seqscan = off set jit = off
as $$
declare
  v_parked bigint[] := '{}';
  v_taken int;
  c record;
begin
  perform pawl.lock_groups(array(
    select a.group_name from unnest(p_positions) p (pos)
     cross join lateral (select a.group_name from pawl.attempt a where a.pos = p.pos limit 1) a));
  for c in
    select a.*, p.n_limit, l.type
      from unnest(p_positions, p_limits) p (pos, n_limit)
     cross join lateral (select * from pawl.attempt a where a.pos = p.pos limit 1) a
      join pawl.lane l on l.id = a.lane
     where a.group_name is not null
     order by a.group_name, a.job_id
  loop
    -- cancelled in line: nobody would give its slot back
    continue when exists (select from pawl.outcome o where o.pos = c.pos);
    continue when exists (select from pawl.group_slot s where s.group_name = c.group_name and s.job_id = c.job_id);
    perform pawl.limit_parked(c.group_name, c.type, c.n_limit);
    if exists (select from pawl.later r where r.group_name = c.group_name and r.reason = 'parked' and r.job_id < c.job_id) then
      perform pawl.unpark(c.group_name);
    end if;
    select count(*) into v_taken from pawl.group_slot s where s.group_name = c.group_name;
    if v_taken < c.n_limit then
      insert into pawl.group_slot (group_name, job_id) values (c.group_name, c.job_id);
      continue;
    end if;
    insert into pawl.outcome (pos, kind, worker, detail)
    values (c.pos, 'deferred', p_number, '{"name":"Deferral","message":"its group is full"}') on conflict do nothing;
    continue when not found;
    insert into pawl.later (job_id, run_at, created_at, lane, deferrals, reason, max_attempts, failures, crashes, body,
                            start_before, replays, trace, key, group_name, group_limit)
    values (c.job_id, 'infinity', c.created_at, pawl.front_of(c.lane), c.deferrals, 'parked', c.max_attempts, c.failures, c.crashes,
            c.body, c.start_before, c.replays, c.trace, c.key, c.group_name, c.n_limit);
    v_parked := v_parked || c.pos;
  end loop;
  return v_parked;
end $$;
