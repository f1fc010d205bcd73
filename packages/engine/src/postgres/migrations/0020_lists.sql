-- Lists of jobs, newest first, a page at a time. A list is merged from walks, each along an index: so a page deep in the list
-- reads as much as the first, whatever lies before it. A walk looks at so many rows and no more, and says where it stopped.

create type pawl.found as (
  number bigint,       -- of a job
  place bigint,        -- where it stands in the list: the position of that attempt, or its number
  position bigint,     -- of the attempt that says how it is. 0: it waits in `later`, or its history is gone
  xid xid8,            -- of a walk along a lane, which goes by (xid, position); the others go by number
  stopped boolean      -- no job: enough was looked at, and there may be more from here on
);

-- About the position that was given out at a time, by the times of the attempts around it, between bounds that come closer: the
-- partitions outside of them are not opened. Index: attempt's primary key.
create function pawl.position_at(p_at timestamptz) returns bigint stable language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
as $$
declare
  v_lo bigint := coalesce((select a.pos from pawl.attempt a order by a.pos limit 1), 0);
  v_hi bigint := (select last_value + 1 from pawl.position);
  v_mid bigint;
  v_time timestamptz;
  v_last bigint;
begin
  while v_hi - v_lo > 100 loop
    v_mid := (v_lo + v_hi) / 2;
    select max(a.created_at) filter (where a.job_id = a.pos), max(a.pos) into v_time, v_last
      from (select a.pos, a.job_id, a.created_at from pawl.attempt a where a.pos >= v_mid and a.pos < v_hi order by a.pos limit 20) a;
    if v_time is null then   -- none was enqueued just there: those that came again came when they were due, or were cancelled before
      select max(least(a.run_at, (select o.at from pawl.outcome o where o.pos = a.pos limit 1))) into v_time
        from (select a.pos, a.run_at from pawl.attempt a where a.pos >= v_mid and a.pos < v_hi order by a.pos limit 20) a;
    end if;
    if v_time < p_at then v_lo := v_last + 1; else v_hi := v_mid; end if;
  end loop;
  return v_lo;
end $$;

-- Jobs by their attempts, each by the one that says how it is, or by first attempts alone. Each walk takes: below and from which place,
-- which lanes or null for all, what they came to (and whether those that have not ended count), when they were created, how many
-- are wanted, how many rows to look at. Indexes: primary keys of attempt, backwards, and outcome. Locks: none, here and below.
create function pawl.walk_attempts(p_below bigint, p_from bigint, p_lanes int[], p_kinds text[], p_open boolean, p_first boolean,
                                   p_since timestamptz, p_until timestamptz, p_n int, p_look int)
returns setof pawl.found stable language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_hashjoin = off set enable_mergejoin = off
set jit = off
as $$
declare v_count int;
begin
  return query
  select a.job_id, a.pos, a.pos, null::xid8, false
    from (select a.pos, a.job_id, a.lane, a.created_at from pawl.attempt a
           where a.pos < p_below and a.pos >= p_from order by a.pos desc limit p_look) a
    left join lateral (select o.kind from pawl.outcome o where o.pos = a.pos limit 1) o on true
   where (a.job_id = a.pos or not p_first) and (p_lanes is null or a.lane = any (p_lanes))
     and a.created_at between p_since and p_until and case when o.kind is null then p_open else o.kind::text = any (p_kinds) end
   limit p_n;
  get diagnostics v_count = row_count;
  if v_count < p_n then
    return query
    select a.job_id, a.pos, 0::bigint, null::xid8, true from pawl.attempt a
     where a.pos < p_below and a.pos >= p_from order by a.pos desc offset p_look - 1 limit 1;
  end if;
end $$;

-- The same by what attempts came to, one kind of that: what stands in line above them is not even looked at.
-- Indexes: primary keys of outcome, backwards, and attempt.
create function pawl.walk_ended(p_below bigint, p_from bigint, p_lanes int[], p_kind text, p_first boolean,
                                p_since timestamptz, p_until timestamptz, p_n int, p_look int)
returns setof pawl.found stable language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_hashjoin = off set enable_mergejoin = off
set jit = off
as $$
declare v_count int;
begin
  return query
  select a.job_id, a.pos, a.pos, null::xid8, false
    from (select o.pos, o.kind from pawl.outcome o where o.pos < p_below and o.pos >= p_from order by o.pos desc limit p_look) o
   cross join lateral (select a.pos, a.job_id, a.lane, a.created_at from pawl.attempt a
                        where o.kind::text = p_kind and a.pos = o.pos limit 1) a
   where (a.job_id = a.pos or not p_first) and (p_lanes is null or a.lane = any (p_lanes))
     and a.created_at between p_since and p_until
   limit p_n;
  get diagnostics v_count = row_count;
  if v_count < p_n then
    return query
    select o.pos, o.pos, 0::bigint, null::xid8, true from pawl.outcome o
     where o.pos < p_below and o.pos >= p_from order by o.pos desc offset p_look - 1 limit 1;
  end if;
end $$;

-- Jobs by attempts that are not their first: retried, handed back, or enqueued for later. In the order of jobs, which is that of the
-- times of their creation, while attempts are in that of when they came into line. Indexes: attempt_again, backwards, primary key of outcome.
create function pawl.walk_again(p_below bigint, p_from bigint, p_lanes int[], p_kinds text[], p_open boolean,
                                p_since timestamptz, p_until timestamptz, p_n int, p_look int)
returns setof pawl.found stable language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_hashjoin = off set enable_mergejoin = off
set jit = off
as $$
declare v_count int;
begin
  return query
  select a.job_id, a.job_id, a.pos, null::xid8, false
    from (select a.pos, a.job_id, a.lane, a.created_at from pawl.attempt a
           where a.job_id <> a.pos and a.job_id < p_below and a.job_id >= p_from order by a.job_id desc limit p_look) a
    left join lateral (select o.kind from pawl.outcome o where o.pos = a.pos limit 1) o on true
   where (p_lanes is null or a.lane = any (p_lanes)) and a.created_at between p_since and p_until
     and case when o.kind is null then p_open else o.kind::text = any (p_kinds) end
   limit p_n;
  get diagnostics v_count = row_count;
  if v_count < p_n then
    return query
    -- the job where it stopped may have more attempts, so it is looked at again, unless nothing else was looked at
    select s.job_id, s.job_id, 0::bigint, null::xid8, true
      from (select case when a.job_id + 1 < p_below then a.job_id + 1 else a.job_id end as job_id from pawl.attempt a
             where a.job_id <> a.pos and a.job_id < p_below and a.job_id >= p_from
             order by a.job_id desc offset p_look - 1 limit 1) s;
  end if;
end $$;

-- Jobs that wait in `later`. Index: its primary key, backwards.
create function pawl.walk_later(p_below bigint, p_from bigint, p_lanes int[], p_reasons text[],
                                p_since timestamptz, p_until timestamptz, p_n int, p_look int)
returns setof pawl.found stable language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set jit = off
as $$
declare v_count int;
begin
  return query
  select r.job_id, r.job_id, 0::bigint, null::xid8, false
    from (select r.job_id, r.lane, r.reason, r.created_at from pawl.later r
           where r.job_id < p_below and r.job_id >= p_from order by r.job_id desc limit p_look) r
   where (p_lanes is null or r.lane = any (p_lanes)) and r.reason = any (p_reasons) and r.created_at between p_since and p_until
   limit p_n;
  get diagnostics v_count = row_count;
  if v_count < p_n then
    return query
    select r.job_id, r.job_id, 0::bigint, null::xid8, true from pawl.later r
     where r.job_id < p_below and r.job_id >= p_from order by r.job_id desc offset p_look - 1 limit 1;
  end if;
end $$;

-- The same for few lanes. Index: later_of_lane, backwards, for each lane and reason. Rows are compared, here and below: with `lane =`
-- the planner may read by the primary key, and past all that is in other lanes.
create function pawl.walk_later_lanes(p_below bigint, p_from bigint, p_lanes int[], p_reasons text[],
                                      p_since timestamptz, p_until timestamptz, p_n int, p_look int)
returns setof pawl.found stable language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set jit = off
as $$
declare
  v_look constant int := greatest(p_n, p_look / greatest(1, cardinality(p_lanes)));
  v_lane int;
  v_reason text;
  v_count int;
begin
  foreach v_lane in array p_lanes loop
    foreach v_reason in array p_reasons loop
      return query
      select r.job_id, r.job_id, 0::bigint, null::xid8, false
        from (select r.job_id, r.created_at from pawl.later r
               where (r.lane, r.reason, r.job_id) < (v_lane, v_reason, p_below) and (r.lane, r.reason, r.job_id) >= (v_lane, v_reason, p_from)
               order by r.lane desc, r.reason desc, r.job_id desc limit v_look) r
       where r.created_at between p_since and p_until
       limit p_n;
      get diagnostics v_count = row_count;
      continue when v_count = p_n;
      return query
      select r.job_id, r.job_id, 0::bigint, null::xid8, true from pawl.later r
       where (r.lane, r.reason, r.job_id) < (v_lane, v_reason, p_below) and (r.lane, r.reason, r.job_id) >= (v_lane, v_reason, p_from)
       order by r.lane desc, r.reason desc, r.job_id desc offset v_look - 1 limit 1;
    end loop;
  end loop;
end $$;

-- Dead letters: all, or those alone whose history is gone. Indexes: dead's primary key, backwards; attempt's.
create function pawl.walk_dead(p_below bigint, p_from bigint, p_lanes int[], p_gone boolean,
                               p_since timestamptz, p_until timestamptz, p_n int, p_look int)
returns setof pawl.found stable language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_hashjoin = off set enable_mergejoin = off
set jit = off
as $$
declare v_count int;
begin
  -- a letter whose history is gone is older than all history
  if p_gone then p_below := least(p_below, (select a.pos from pawl.attempt a order by a.pos limit 1)); end if;
  return query
  select d.job_id, d.job_id, coalesce(a.pos, 0), null::xid8, false
    from (select d.job_id, d.pos, d.lane, d.created_at from pawl.dead d
           where d.job_id < p_below and d.job_id >= p_from order by d.job_id desc limit p_look) d
    left join lateral (select a.pos from pawl.attempt a where a.pos = d.pos limit 1) a on true
   where (p_lanes is null or d.lane = any (p_lanes)) and d.created_at between p_since and p_until
     and (not p_gone or a.pos is null)
   limit p_n;
  get diagnostics v_count = row_count;
  if v_count < p_n then
    return query
    select d.job_id, d.job_id, 0::bigint, null::xid8, true from pawl.dead d
     where d.job_id < p_below and d.job_id >= p_from order by d.job_id desc offset p_look - 1 limit 1;
  end if;
end $$;

-- The same for few lanes. Indexes: dead_of_lane, backwards, for each lane; attempt's primary key.
create function pawl.walk_dead_lanes(p_below bigint, p_from bigint, p_lanes int[], p_gone boolean,
                                     p_since timestamptz, p_until timestamptz, p_n int, p_look int)
returns setof pawl.found stable language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_hashjoin = off set enable_mergejoin = off
set jit = off
as $$
declare
  v_look constant int := greatest(p_n, p_look / greatest(1, cardinality(p_lanes)));
  v_lane int;
  v_count int;
begin
  if p_gone then p_below := least(p_below, (select a.pos from pawl.attempt a order by a.pos limit 1)); end if;
  foreach v_lane in array p_lanes loop
    return query
    select d.job_id, d.job_id, coalesce(a.pos, 0), null::xid8, false
      from (select d.job_id, d.pos, d.created_at from pawl.dead d
             where (d.lane, d.job_id) < (v_lane, p_below) and (d.lane, d.job_id) >= (v_lane, p_from) order by d.lane desc, d.job_id desc limit v_look) d
      left join lateral (select a.pos from pawl.attempt a where a.pos = d.pos limit 1) a on true
     where d.created_at between p_since and p_until and (not p_gone or a.pos is null)
     limit p_n;
    get diagnostics v_count = row_count;
    continue when v_count = p_n;
    return query
    select d.job_id, d.job_id, 0::bigint, null::xid8, true from pawl.dead d
     where (d.lane, d.job_id) < (v_lane, p_below) and (d.lane, d.job_id) >= (v_lane, p_from) order by d.lane desc, d.job_id desc offset v_look - 1 limit 1;
  end loop;
end $$;
