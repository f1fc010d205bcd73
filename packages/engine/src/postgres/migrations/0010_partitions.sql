-- Partitions: how the ledger forgets. Positions come in ranges, and what has been kept for long enough is dropped whole.
-- Leases go with them: their turns carry the number of the partition that was in use when the lease before was made.

-- Makes the next partition. Created apart and attached: that waits for nobody, while `create … partition of` would make every
-- insert wait behind one enqueue that is open. The caller holds the lock of pawl.tend_partitions.
create function pawl.make_partition(p_first bigint, p_beyond bigint) returns int language plpgsql as $$
declare
  v_number int;
  v_table text;
begin
  insert into pawl.partition (number, first, beyond)
  select coalesce(max(number) + 1, 0), p_first, p_beyond from pawl.partition
  returning number into v_number;
  foreach v_table in array array['attempt', 'outcome', 'result', 'lease'] loop
    -- Nothing in it changes but by an erasure, and the plans that count are pinned: to analyse it each time it has doubled will do. That
    -- reads pages of all of it, after each tenth as PostgreSQL does by itself. A VACUUM reads only what came since the last one.
    execute format('create table pawl.%I (like pawl.%I including all)
                    with (autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 1)',
                   v_table || '_' || v_number, v_table);
    execute format('alter table pawl.%I attach partition pawl.%I for values from (%s) to (%s)', v_table, v_table || '_' || v_number,
                   case v_table when 'lease' then v_number::bigint << 32 else p_first end,
                   case v_table when 'lease' then (v_number + 1)::bigint << 32 else p_beyond end);
  end loop;
  return v_number;
end $$;

-- The position that will be given out next.
create function pawl.next_position() returns bigint volatile language sql as $$
  select case when is_called then last_value + 1 else last_value end from pawl.position
$$;

-- How many positions the next partition should have: as many as are used up in its share of the time, going by the partition
-- that was closed last, as a round number. So a busy ledger has as few partitions as a quiet one.
create function pawl.partition_size(p_slice_ms float8, p_least bigint) returns bigint stable language sql as $$
  select least(1000000000, greatest(p_least, max(10 ^ ceil(log(greatest(1, used * p_slice_ms / lasted_ms))))))::bigint
    from (select coalesce(skipped, beyond) - first as used,
                 greatest(1, extract(epoch from closed_at - coalesce(opened_at, made_at)) * 1000)::float8 as lasted_ms
            from pawl.partition where closed_at is not null order by number desc limit 1) last
$$;

-- Notes which partitions are in use and which are used up, and makes new ones until there are enough ahead.
-- made: their numbers; notice_at: the position from which on it should be called again.
-- Locks: an advisory one, class = oid of pawl.partition; who does not get it leaves the work to who has it.
create function pawl.tend_partitions(p_ahead int, p_slice_ms float8, p_least bigint)
returns table (made int[], notice_at bigint) language plpgsql as $$
declare
  v_next bigint;
  v_first bigint;
begin
  made := '{}';
  if pg_try_advisory_xact_lock('pawl.partition'::regclass::oid::int, 0) then
    perform set_config('lock_timeout', '2s', true);
    v_next := pawl.next_position();
    update pawl.partition set opened_at = clock_timestamp() where opened_at is null and greatest(first, 1) < v_next;
    update pawl.partition set closed_at = clock_timestamp() where closed_at is null and beyond <= v_next;
    while (select count(*) from pawl.partition where first >= v_next) < p_ahead loop
      select coalesce(max(beyond), 0) into v_first from pawl.partition;
      -- where nobody looked after it for long, positions were used up that no partition had; one is made for all of them
      made := made || pawl.make_partition(v_first, greatest(v_first, v_next - 1) + pawl.partition_size(p_slice_ms, p_least));
    end loop;
  end if;
  select min(first) into notice_at from pawl.partition where first >= pawl.next_position();
  notice_at := coalesce(notice_at, 0);
  return next;
end $$;

-- Closes the partition in use before it is full, because its time is up: the rest of its positions is given to nobody.
-- False: it was full meanwhile, or nothing of it is used. Locks: the one of tend_partitions; the sequence, against enqueues, which
-- waits for those that are open, but only briefly: 55P03 means that it should be tried again.
create function pawl.close_partition(p_number int) returns boolean language plpgsql as $$
declare
  v_next bigint;
  v_beyond bigint;
begin
  if not pg_try_advisory_xact_lock('pawl.partition'::regclass::oid::int, 0) then return false; end if;
  perform set_config('lock_timeout', '50ms', true);
  -- changes nothing, but nobody is given a position from here on; a plain setval could set back who is faster
  alter sequence pawl.position increment by 1;
  v_next := pawl.next_position();
  select beyond into v_beyond from pawl.partition
   where number = p_number and closed_at is null and v_next > first and v_next > 1 and v_next < beyond;
  if not found then return false; end if;
  execute format('alter sequence pawl.position restart with %s', v_beyond);
  update pawl.partition set closed_at = clock_timestamp(), skipped = v_next where number = p_number;
  return true;
end $$;

-- Notes that nothing of a closed partition stands in line any more, so that claims need not look into it. False: something
-- does. The caller has made sure that nobody who could still write to it is left, so what is true now stays true. And it
-- survives a crash only if the leases survive that make it true: they were written before. Locks: the partition's row.
create function pawl.end_line(p_number int) returns boolean language plpgsql
set enable_seqscan = off set jit = off
as $$
declare
  p pawl.partition;
begin
  select * into p from pawl.partition where number = p_number and closed_at is not null;
  if not found or exists (select from pawl.lane l
                           where exists (select from pawl.offered_by_lane(l.id, pg_current_snapshot(), 1, p.first, p.beyond))) then
    return false;
  end if;
  update pawl.partition set line_ended_at = clock_timestamp() where number = p_number and line_ended_at is null;
  return true;
end $$;

-- What has not ended in a partition, behind this position. Reads the partition's two primary keys side by side, whether it is
-- attached or not. Locks: none.
create function pawl.open_in_partition(p_number int, p_after bigint, p_n int) returns setof bigint language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_nestloop = off set enable_bitmapscan = off set jit = off
as $$
begin
  return query execute format($sql$
    select a.pos from pawl.%I a
     where a.pos > $1 and not exists (select from pawl.%I o where o.pos = a.pos and o.pos > $1)
     order by a.pos limit $2$sql$, 'attempt_' || p_number, 'outcome_' || p_number) using p_after, p_n;
end $$;

-- Of these positions of an attached partition those that have not ended: in line, or leased.
-- Locks: none. Indexes: primary keys of attempt and outcome, lease's backwards (newest turn).
create function pawl.open_among(p_positions bigint[]) returns table (pos bigint, lane int, leased boolean) stable language sql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
as $$
  select a.pos, a.lane, exists (
           select from (select * from pawl.lease l where l.lane = a.lane order by l.turn desc limit 1) last
            where pg_visible_in_snapshot(a.xid, last.base)
               or (pg_visible_in_snapshot(a.xid, last.win) and (a.xid, a.pos) <= (last.xid, last.pos)))
    from unnest(p_positions) p (pos)
   cross join lateral (select * from pawl.attempt a where a.pos = p.pos limit 1) a
   where not exists (select from pawl.outcome o where o.pos = p.pos)
   order by a.pos
$$;

-- Appends attempts anew that no worker has taken, so that their partition can go. They go to the front: nobody who came after
-- them may overtake them. Returns how many. A transaction of its own: it holds their lane as a claim does.
-- Locks: the lane, the new rows. Indexes: lease's primary key, those of the partition.
create function pawl.move_waiting(p_number int, p_lane int, p_front int, p_positions bigint[]) returns int language plpgsql
set enable_seqscan = off set jit = off
as $$
declare v_moved int;
begin
  perform set_config('lock_timeout', '2s', true);
  perform pg_advisory_xact_lock('pawl.lane'::regclass::oid::int, p_lane);
  -- no claim can be under way now: what is not leased stays so until we are through
  execute format($sql$
    with waiting as materialized (
      select a.* from unnest($3) p (pos)
       cross join lateral (select * from pawl.%1$I a where a.pos = p.pos and a.lane = $1 limit 1) a
       where not exists (
         select from (select * from pawl.lease l where l.lane = $1 order by l.turn desc limit 1) last
          where pg_visible_in_snapshot(a.xid, last.base)
             or (pg_visible_in_snapshot(a.xid, last.win) and (a.xid, a.pos) <= (last.xid, last.pos)))
    ), moved as (
      insert into pawl.%2$I (pos, kind) select pos, 'moved' from waiting order by pos on conflict do nothing returning pos
    ), appended as (
      insert into pawl.attempt (job_id, created_at, run_at, lane, deferrals, max_attempts, failures, crashes, body, start_before,
                                replays, trace, key, group_name)
      select w.job_id, w.created_at, w.run_at, $2, w.deferrals, w.max_attempts, w.failures, w.crashes, w.body, w.start_before,
             w.replays, w.trace, w.key, w.group_name
        from moved m join waiting w on w.pos = m.pos order by m.pos
      returning pos
    )
    select count(*)::int from appended$sql$, 'attempt_' || p_number, 'outcome_' || p_number)
    into v_moved using p_lane, p_front, p_positions;
  if v_moved > 0 then perform pg_notify('pawl_line', p_front::text); end if;
  return v_moved;
end $$;

-- Carries the cursors of lanes forward whose newest lease, or the one that would follow it, is in this partition or an older
-- one. By the rule of lease.next, so that the key still lets one through: the first step may still be in the old partition, and
-- names a turn of the present for the second. p_n: how many lanes at the most. held: how many were passed over, as claims hold them.
-- Locks: the lanes, those that are held are passed over. Index: lease's primary key.
create function pawl.carry_lanes(p_number int, p_n int, out carried int, out held int) language plpgsql
set enable_seqscan = off set jit = off
as $$
declare
  v_beyond constant bigint := (p_number + 1)::bigint << 32;
  v_present constant bigint := pawl.present_turn();
  v_lane pawl.lane;
  last pawl.lease;
begin
  if v_present < v_beyond then raise exception 'partition % is in use', p_number; end if;
  carried := 0;
  held := 0;
  for v_lane in
    select l.* from pawl.lane l
     where coalesce((select s.turn from pawl.lease s where s.lane = l.id order by s.turn desc limit 1), l.first_turn) < v_beyond
     order by l.id
  loop
    exit when carried >= p_n;
    if not pg_try_advisory_xact_lock('pawl.lane'::regclass::oid::int, v_lane.id) then
      held := held + 1;
      continue;
    end if;
    carried := carried + 1;
    select * into last from pawl.lease l where l.lane = v_lane.id order by l.turn desc limit 1;
    continue when last.turn >= v_beyond;
    if last.turn is null then  -- a lane that nobody has claimed from yet
      last.lane := v_lane.id;
      last.base := '3:3:';
      last.win := '3:3:';
      last.xid := '0';
      last.pos := 0;
      last.used_up := true;
      last.next := v_lane.first_turn;
    end if;
    last.next := coalesce(last.next, last.turn + 1);
    last.worker := '00000000-0000-0000-0000-000000000000';
    last.claim := -1;
    last.at := clock_timestamp();
    last.positions := '{}';
    while last.turn is null or last.turn < v_beyond loop
      last.turn := last.next;
      last.next := case when last.turn + 1 < v_present then v_present end;
      insert into pawl.lease (lane, turn, next, worker, claim, at, base, win, xid, pos, positions, used_up)
      values (last.lane, last.turn, last.next, last.worker, last.claim, last.at, last.base, last.win, last.xid, last.pos, last.positions,
              last.used_up);
    end loop;
  end loop;
end $$;

-- The attempts that were leased in this partition's time and have not ended, so many at the most: their leases are still
-- needed to settle them. Reads the partition's leases and what they hold. Locks: none. Indexes: primary keys of attempt and outcome.
create function pawl.leased_in_partition(p_number int, p_n int) returns setof bigint language plpgsql
set enable_seqscan = off set jit = off
as $$
begin
  return query execute format($sql$
    select open.pos
      from (select unnest(range_agg(p)) as taken from pawl.%I l cross join lateral unnest(l.positions) p) l
     cross join lateral (
       select a.pos from pawl.attempt a
        where a.pos >= lower(l.taken) and a.pos < upper(l.taken) and not exists (select from pawl.outcome o where o.pos = a.pos)) open
     limit $1$sql$, 'lease_' || p_number) using p_n;
end $$;

-- Drops a partition whose tables are all detached. p_open: what was found in it since that had not ended. There should be
-- nothing, and if there is, it is appended anew. False: somebody else has dropped it. Locks: its tables.
create function pawl.drop_partition(p_number int, p_open bigint[]) returns boolean language plpgsql as $$
declare v_table text;
begin
  perform set_config('lock_timeout', '2s', true);
  perform pg_advisory_xact_lock('pawl.partition'::regclass::oid::int, 0);
  if exists (select from pg_inherits i join pg_class c on c.oid = i.inhrelid
              where c.relnamespace = 'pawl'::regnamespace and c.relname ~ ('^(attempt|outcome|result|lease)_' || p_number || '$')) then
    raise exception 'partition % is still attached', p_number;
  end if;
  delete from pawl.partition where number = p_number;
  if not found then return false; end if;
  if cardinality(p_open) > 0 then
    execute format('insert into pawl.attempt (job_id, created_at, run_at, lane, deferrals, max_attempts, failures, crashes, body,
                      start_before, replays, trace, key, group_name)
                    select job_id, created_at, run_at, lane, deferrals, max_attempts, failures, crashes, body, start_before,
                      replays, trace, key, group_name from pawl.%I where pos = any ($1) order by pos', 'attempt_' || p_number)
      using p_open;
  end if;
  foreach v_table in array array['attempt', 'outcome', 'result', 'lease'] loop
    execute format('drop table if exists pawl.%I', v_table || '_' || p_number);
  end loop;
  return true;
end $$;

-- Whether nothing is left of a job: it has ended, and its history was dropped.
-- Indexes: later's and dead's primary keys, those of pawl.attempts_of.
create function pawl.is_gone(p_job bigint) returns boolean stable language sql as $$
  select not exists (select from pawl.later r where r.job_id = p_job)
     and not exists (select from pawl.attempts_of(p_job))
     and not exists (select from pawl.dead d where d.job_id = p_job and d.ended_at is null)
$$;

create index dead_ended on pawl.dead (ended_at) where ended_at is not null;
create index key_window on pawl.key (until) where mode = 'window';

select pawl.tend_partitions(3, 0, 1000000);
