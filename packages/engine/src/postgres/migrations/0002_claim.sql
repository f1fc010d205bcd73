-- The next attempts of a lane: visible in the window, not in the base, behind the cursor, in order of (xid, pos).
-- Read as spans of transaction ids, each with ONE lower bound and its own limit: with a second bound the index scan would
-- start at the beginning of the lane and walk its whole history. Index: attempt_line. Locks: none.
-- p_from, p_beyond: between which positions there may be something. Partitions outside are not even opened: to open sixteen costs
-- more than to read what is in one (an idle claim 1.2 ms in place of 0.3).
create function pawl.next_in_lane(
  p_lane int, p_base pg_snapshot, p_win pg_snapshot, p_xid xid8, p_pos bigint, p_n int, p_from bigint, p_beyond bigint)
returns setof pawl.attempt stable language sql as $$
  select * from (
    -- stragglers: in flight in the base, ended by the window
    (select a.*
       from (select f, case when f = p_xid then p_pos else -1 end as p
               from pg_snapshot_xip(p_base) f
              where f >= p_xid and pg_visible_in_snapshot(f, p_win)) span,
            lateral (select * from pawl.attempt a
                      where a.lane = p_lane and (a.xid, a.pos) > (span.f, span.p) and a.xid <= span.f
                        and a.pos >= p_from and a.pos < p_beyond
                      order by a.xid, a.pos limit p_n) a
      order by a.xid, a.pos limit p_n)
    union all
    -- the rest: the gaps between what is in flight in the window
    (select a.*
       from (select x, p, lead(x, 1, pg_snapshot_xmax(p_win)) over (order by x, p) as hi
               from (select greatest(pg_snapshot_xmax(p_base), p_xid) as x,
                            case when p_xid >= pg_snapshot_xmax(p_base) then p_pos else -1 end as p
                     union all
                     select f, 9223372036854775807 from pg_snapshot_xip(p_win) f
                      where f >= greatest(pg_snapshot_xmax(p_base), p_xid)) edge
              order by x, p) span,
            lateral (select * from pawl.attempt a
                      where a.lane = p_lane and (a.xid, a.pos) > (span.x, span.p) and a.xid < span.hi
                        and a.pos >= p_from and a.pos < p_beyond and pg_visible_in_snapshot(a.xid, p_win)
                      order by a.xid, a.pos limit p_n) a
      limit p_n)
  ) s limit p_n
$$;

-- The same as a claim needs them. rest: what only some attempts have, as JSON; null for the first attempt of a plain job.
create function pawl.next_offers(
  p_lane int, p_base pg_snapshot, p_win pg_snapshot, p_xid xid8, p_pos bigint, p_n int, p_from bigint, p_beyond bigint)
returns table (xid xid8, pos bigint, max_attempts smallint, created_at timestamptz, body jsonb, rest text)
stable language sql as $$
  select a.xid, a.pos, a.max_attempts, a.created_at, a.body,
         case when a.job_id <> a.pos or a.start_before is not null or a.trace is not null or a.key is not null
                or a.group_name is not null
           then json_build_object('jobId', a.job_id, 'failures', a.failures, 'crashes', a.crashes, 'deferrals', a.deferrals,
                  'trace', a.trace, 'key', a.key, 'group', a.group_name, 'expired', a.start_before < clock_timestamp())::text end
    from pawl.next_in_lane(p_lane, p_base, p_win, p_xid, p_pos, p_n, p_from, p_beyond) a
$$;

-- What a lane offers next: the rest of its window, or else, as the next window, what is visible now (p_now).
-- The window that is used up becomes the base. turn, base and win are what a lease of these attempts has to say.
create function pawl.offered_by_lane(
  p_lane int, p_now pg_snapshot, p_n int, p_from bigint default 0, p_beyond bigint default 9223372036854775807)
returns table (turn bigint, base pg_snapshot, win pg_snapshot, xid xid8, pos bigint, max_attempts smallint,
               created_at timestamptz, body jsonb, rest text) stable language plpgsql
-- Without this the bounds of positions tempt the planner to read all of them by their primary key, and to sort.
set enable_sort = off
as $$
#variable_conflict use_column
declare
  last pawl.lease;
  v_turn bigint;
  v_base pg_snapshot;
  v_win pg_snapshot;
  v_xid xid8;
  v_pos bigint;
begin
  select * into last from pawl.lease l where l.lane = p_lane order by l.turn desc limit 1;
  if last.turn is null then
    select l.first_turn into v_turn from pawl.lane l where l.id = p_lane;
  else
    v_turn := coalesce(last.next, last.turn + 1);
    v_base := last.base;
    v_win := last.win;
    v_xid := last.xid;
    v_pos := last.pos;
  end if;
  if v_win is not null then
    return query select v_turn, v_base, v_win, o.* from pawl.next_offers(p_lane, v_base, v_win, v_xid, v_pos, p_n, p_from, p_beyond) o;
    if found then return; end if;
  end if;
  v_base := coalesce(v_win, '3:3:');
  v_win := p_now;
  if pg_snapshot_xmax(v_base) > pg_snapshot_xmax(v_win) then
    raise exception 'this ledger holds transaction ids from the future: it was restored from another cluster'
      using errcode = 'PW003', hint = 'Run `pawl migrate` once: it adopts the ledger, nothing is lost.';
  end if;
  return query select v_turn, v_base, v_win, o.* from pawl.next_offers(p_lane, v_base, v_win, '0', 0, p_n, p_from, p_beyond) o;
end $$;

-- What a claim took from one lane. As lists in texts, one row a lane: 500 rows of 14 columns cost the worker more to parse
-- than the claim costs to make. A lane that was passed over has no turn. A row without a lane says what is parked (pawl.admit).
create type pawl.claimed as (
  lane int,
  turn bigint,
  pool int,
  taken int,
  positions text,
  places text,         -- where each stands in its pool's share of this claim
  max_attempts text,   -- one for all, or one each
  created_ms text,
  bodies text,
  rests text,          -- JSON or null for each; null if no attempt has any
  settled text         -- positions that had an outcome already: they were cancelled in line
);

-- Which of these positions, in ascending order, have an outcome. A function of its own so that its plan opens only the
-- partitions that these positions are in. Index: outcome's primary key.
create function pawl.settled_among(p_positions bigint[]) returns bigint[] stable strict language plpgsql as $$
declare
  v_lo constant bigint := p_positions[1];
  v_hi constant bigint := p_positions[cardinality(p_positions)];
  v_near bigint[];
begin
  -- outcomes in the range of these positions: few, unless other lanes lie between them
  v_near := array(select o.pos from pawl.outcome o where o.pos between v_lo and v_hi limit 2001);
  if cardinality(v_near) <= 2000 then return v_near; end if;
  return array(select p.pos from unnest(p_positions) p (pos)
                where exists (select from pawl.outcome o where o.pos = p.pos and o.pos between v_lo and v_hi));
end $$;

-- Takes attempts from lanes of one rank: merges them by age, appends one lease per lane. For pawl.claim, which holds the lanes.
-- Equals are merged as far as each may offer: all that is wanted of up to four lanes, a fair share of more.
create function pawl.take(
  p_worker uuid, p_claim bigint, p_now pg_snapshot,
  p_held int[],        -- indexes of the lanes
  p_lanes int[], p_pools int[], p_limits int[], p_free int[],
  p_places int[],      -- per pool: how many it has already
  p_from bigint, p_beyond bigint,   -- between which positions lines are
  p_present bigint     -- the first turn of the present
) returns pawl.claimed[] language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
as $$
#variable_conflict use_column
declare
  v_lanes constant int := cardinality(p_held);
  v_claimed pawl.claimed[];
begin
  with offer as materialized (
    select h as i, p_pools[h] as pool, o.*
      from unnest(p_held) h
     cross join lateral pawl.offered_by_lane(p_lanes[h], p_now,
       least(p_limits[p_pools[h]], greatest(32, p_limits[p_pools[h]] * 4 / v_lanes)), p_from, p_beyond)
       with ordinality o (turn, base, win, xid, pos, max_attempts, created_at, body, rest, n)
  ), taken as materialized (
    select o.*, o.n as place from offer o where v_lanes = 1
    union all
    select m.i, m.pool, m.turn, m.base, m.win, m.xid, m.pos, m.max_attempts, m.created_at, m.body, m.rest, m.n, m.place from (
      select o.*, row_number() over (partition by o.pool order by o.age, o.i, o.n) as place
        -- age: what committed late is as old as what stands before it, so that a lane's own order survives the merge
        from (select o.*, max(o.pos) over (partition by o.i order by o.n) as age from offer o where v_lanes > 1) o
    ) m
     where m.place <= p_limits[m.pool]
  ), lane as materialized (
    select t.i, t.pool, t.turn, max(t.n) as n, count(*) as taken, min(t.pos) as lo, max(t.pos) as hi,
           count(*) filter (where ahead) as ahead, min(t.pos) filter (where ahead) as ahead_lo,
           max(t.pos) filter (where ahead) as ahead_hi
      from (select t.*, t.place + p_places[t.pool] > p_free[t.pool] as ahead from taken t) t
     group by t.i, t.pool, t.turn
  ), leased as (
    insert into pawl.lease (lane, turn, next, worker, claim, base, win, xid, pos, positions, ahead)
    select p_lanes[l.i], l.turn, case when l.turn + 1 < p_present then p_present end, p_worker, p_claim, t.base, t.win, t.xid,
           t.pos, p.positions, a.ahead
      from lane l
      join taken t on t.i = l.i and t.n = l.n
     -- most are one range, and to gather one by one costs as much as to read them
     cross join lateral (select case when l.hi - l.lo + 1 = l.taken then int8multirange(int8range(l.lo, l.hi, '[]')) else (
         select range_agg(int8range(u.pos, u.pos, '[]')) from taken u where u.i = l.i) end as positions) p
     cross join lateral (select case when l.ahead = 0 then null
         when l.ahead_hi - l.ahead_lo + 1 = l.ahead then int8multirange(int8range(l.ahead_lo, l.ahead_hi, '[]')) else (
         select range_agg(int8range(u.pos, u.pos, '[]')) from taken u
          where u.i = l.i and u.place + p_places[u.pool] > p_free[u.pool]) end as ahead) a
  ), settled as materialized (
    select unnest(pawl.settled_among((select array_agg(t.pos order by t.pos) from taken t))) as pos
  ), told as (
    select t.*, t.pos in (select pos from settled) as settled from taken t order by t.i, t.place
  )
  select array_agg(row(p_lanes[t.i], t.turn, t.pool, t.taken, t.positions, t.places, t.max_attempts, t.created_ms, t.bodies,
                       t.rests, t.settled)::pawl.claimed) into v_claimed
    from (
      select t.i, t.turn, t.pool, count(*)::int as taken, string_agg(t.pos::text, ',') as positions,
             string_agg((t.place + p_places[t.pool])::text, ',') as places,
             case when min(t.max_attempts) = max(t.max_attempts) then min(t.max_attempts)::text
                  else string_agg(t.max_attempts::text, ',') end as max_attempts,
             string_agg((date_part('epoch', t.created_at) * 1000)::bigint::text, ',') as created_ms,
             string_agg(t.body::text, ',') as bodies,
             case when bool_or(t.rest is not null) then string_agg(coalesce(t.rest, 'null'), ',') end as rests,
             string_agg(t.pos::text, ',') filter (where t.settled) as settled
        from told t
       group by t.i, t.turn, t.pool
    ) t;
  return v_claimed;
end $$;

-- Claims attempts for a worker over the lanes of several pools, in one round trip.
-- A transaction of its own, READ COMMITTED, without a transaction id: a REPEATABLE READ snapshot is older than the lock and
-- would claim twice; a snapshot counts its own id as visible, so a claim inside a writing transaction would lose jobs.
-- Not durable on purpose: a claim lost in a crash is a job still in line.
-- Rank by rank, and no further than the slots reach: what stands behind a full rank is not even read.
--
-- Locks: an advisory lock per lane until the end of the transaction, class = oid of pawl.lane. A lane that another claim
-- holds is passed over; only when all are held it waits for the first. Queues with a start rate take one more (pawl.start),
-- jobs of groups those of their groups (pawl.admit).
-- Indexes: lease's primary key backwards (newest turn), attempt_line, the primary key of outcome.
create function pawl.claim(
  p_worker uuid,
  p_claim bigint,
  p_lanes int[],       -- candidates …
  p_pools int[],       -- … the pool each belongs to, from 1 …
  p_ranks int[],       -- … and its rank there: lower first, equals are merged by age
  p_queues text[],     -- per pool: its queue …
  p_limits int[],      -- … how many at the most …
  p_free int[],        -- … how many of those start at once; the others are taken ahead …
  p_rates int[],       -- … and its start rate: so many …
  p_rate_ms int[],     -- … in so many ms, or null
  p_group_limits int[] -- per candidate: how many of a group may run at once
) returns setof pawl.claimed language plpgsql
-- Without these a fresh install that was never analysed claims by sequential scan (491 ms measured).
set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
as $$
#variable_conflict use_column
declare
  v_class constant int := 'pawl.lane'::regclass::oid::int;
  v_held int[];        -- indexes of the candidates whose lock we hold
  v_now pg_snapshot;
  v_from bigint;
  v_beyond bigint;
  v_present bigint;
  v_rank int;
  v_part pawl.claimed[];
  v_places int[] := array_fill(0, array[cardinality(p_queues)]);   -- per pool: how many it has
  v_number int;        -- the worker's
  v_grouped bigint[] := '{}';
  v_group_limits int[] := '{}';
  c pawl.claimed;
  i int;
begin
  if pg_current_xact_id_if_assigned() is not null or current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'a claim must be a transaction of its own, read committed'
      using errcode = 'PW001', hint = 'Call pawl.claim outside of any transaction.';
  end if;
  select w.number into v_number from pawl.worker w where w.id = p_worker and w.lost_at is null and w.stopped_at is null;
  if not found then
    raise exception 'worker % is not registered, or was given up', p_worker using errcode = 'PW002';
  end if;
  perform set_config('synchronous_commit', 'off', true);
  perform set_config('lock_timeout', '2s', true);

  p_limits := pawl.open_slots(p_queues, p_limits, p_rates, p_rate_ms);

  select array_agg(c.i) into v_held
    from unnest(p_lanes, p_pools) with ordinality c (lane, pool, i)
   where p_limits[c.pool] > 0 and pg_try_advisory_xact_lock(v_class, c.lane);
  if v_held is null then  -- all are held by others, or no slot is open
    select c.i into i from unnest(p_pools) with ordinality c (pool, i) where p_limits[c.pool] > 0 limit 1;
    if not found then return; end if;
    perform pg_advisory_xact_lock(v_class, p_lanes[i]);
    v_held := array[i];
  end if;

  -- passed over: nothing is known of these
  return query
  select c.lane, null::bigint, c.pool, 0, null::text, null::text, null::text, null::text, null::text, null::text, null::text
    from unnest(p_lanes, p_pools) with ordinality c (lane, pool, i)
   where p_limits[c.pool] > 0 and not c.i = any (v_held);

  v_now := pg_current_snapshot();
  select coalesce(min(p.first) filter (where p.line_ended_at is null), 0),
         (coalesce(min(p.number) filter (where p.closed_at is null), max(p.number))::bigint << 32) + 1
    into v_from, v_present from pawl.partition p;
  -- after the snapshot: all that is visible in it was given a position before
  select last_value + 1 into v_beyond from pawl.position;
  for v_rank in select distinct p_ranks[h] from unnest(v_held) h order by 1 loop
    v_part := pawl.take(p_worker, p_claim, v_now,
      array(select h from unnest(v_held) h where p_ranks[h] = v_rank and p_limits[p_pools[h]] > 0 order by h),
      p_lanes, p_pools, p_limits, p_free, v_places, v_from, v_beyond, v_present);
    foreach c in array coalesce(v_part, '{}') loop
      p_limits[c.pool] := p_limits[c.pool] - c.taken;
      v_places[c.pool] := v_places[c.pool] + c.taken;
      -- a cheap look, which pawl.admit makes exact
      if strpos(c.rests, '"group" : "') > 0 then
        v_grouped := v_grouped || string_to_array(c.positions, ',')::bigint[];
        v_group_limits := v_group_limits || array_fill(p_group_limits[array_position(p_lanes, c.lane)], array[c.taken]);
      end if;
      return next c;
    end loop;
    exit when 0 >= all (p_limits);
  end loop;
  if v_grouped <> '{}' then
    c := null;
    c.positions := array_to_string(pawl.admit(v_number, v_grouped, v_group_limits), ',');
    return next c;
  end if;
  insert into pawl.start (queue, at, starts)
  select p_queues[pool], clock_timestamp(), v_places[pool] from generate_subscripts(p_queues, 1) pool
   where p_rates[pool] is not null and v_places[pool] > 0;
end $$;
