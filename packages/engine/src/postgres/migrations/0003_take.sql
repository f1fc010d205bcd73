-- What a claim took from one lane. As lists in texts, one row a lane: 500 rows of 14 columns cost the worker more to parse
-- than the claim costs to make. A lane that was passed over, or left alone because its source must not be called, has no turn. A row without a lane says what is parked (pawl.admit).
create type pawl.claimed as (
  lane int,
  turn bigint,
  pool int,
  taken int,
  positions text,
  places text,         -- where each stands in its pool's share of this claim; one: the first, and the others follow
  max_attempts text,   -- one for all, or one each
  created_ms text,
  bodies text,
  rests text,          -- JSON or null for each; null if no attempt has any
  settled text,        -- positions that had an outcome already: they were cancelled in line
  wait_ms float8,      -- how long until its source may be called; 0 without a turn: at once, by who has a slot; null: it has no gate
  probe boolean        -- it is to find out whether its source is back; null with a turn: what it does not use need not be given back
);

-- Which of these positions have an outcome; perhaps others that lie between them, too. A function of its own so that its plan opens
-- only the partitions that these positions are in. Index: outcome's primary key.
create function pawl.settled_among(p_positions int8multirange) returns bigint[] stable language plpgsql as $$
declare
  v_lo constant bigint := lower(p_positions);
  v_beyond constant bigint := upper(p_positions);
  v_near bigint[];
begin
  if (select count(*) from unnest(p_positions)) > 16 then
    -- in many pieces: one look at all that lies between them costs less, unless that is much
    v_near := array(select o.pos from pawl.outcome o where o.pos >= v_lo and o.pos < v_beyond limit 2001);
    if cardinality(v_near) <= 2000 then return v_near; end if;
  end if;
  return array(select o.pos from unnest(p_positions) r
                cross join lateral (select o.pos from pawl.outcome o where o.pos >= v_lo and o.pos < v_beyond
                                       and o.pos >= lower(r) and o.pos < upper(r) offset 0) o);
end $$;

-- These positions as ranges. Most are one range, or a few: to gather positions one by one costs as much as to read them.
-- p_xids: the transactions they came in, each of whose positions are in order; null: all are in order.
create function pawl.as_ranges(p_lo bigint, p_hi bigint, p_positions bigint[], p_xids xid8[] default null)
returns int8multirange immutable language plpgsql as $$
declare
  v_ranges int8multirange := '{}';
  v_n constant int := cardinality(p_positions);
  v_first int := 1;
  v_last int;
  v_most int;
  v_middle int;
begin
  if p_positions is null then return null; end if;
  if p_hi - p_lo + 1 = v_n then return int8multirange(int8range(p_lo, p_hi, '[]')); end if;
  for i in 1..8 loop
    -- by halves: the last one up to which they follow each other
    v_last := v_first;
    v_most := v_n;
    while v_last < v_most loop
      v_middle := (v_last + v_most + 1) / 2;
      if p_positions[v_middle] - p_positions[v_first] = v_middle - v_first and coalesce(p_xids[v_middle] = p_xids[v_first], true) then
        v_last := v_middle;
      else
        v_most := v_middle - 1;
      end if;
    end loop;
    v_ranges := v_ranges + int8multirange(int8range(p_positions[v_first], p_positions[v_last], '[]'));
    if v_last = v_n then return v_ranges; end if;
    v_first := v_last + 1;
  end loop;
  return v_ranges + (select range_agg(int8range(p, p, '[]')) from unnest(p_positions[v_first:]) p);
end $$;

-- Takes attempts from one lane, as pawl.take does from several: most claims have one, and without a merge it takes half the time.
-- Null: there is nothing in it. For pawl.claim, which holds the lane.
create function pawl.take_lane(
  p_worker uuid, p_claim bigint, p_now pg_snapshot,
  p_lane int, p_pool int, p_limit int,
  p_free int,          -- how many of these start at once; the others are taken ahead
  p_place int,         -- how many its pool has already
  p_from bigint, p_beyond bigint,   -- between which positions lines are
  p_present bigint     -- the first turn of the present
) returns pawl.claimed language plpgsql
set enable_sort = off  -- as in pawl.offered_by_lane
as $$
declare
  last pawl.lease;
  c pawl.claimed;
  v_positions bigint[];
  v_xids xid8[];
  v_lo bigint;
  v_hi bigint;
  v_started int;
  v_ranges int8multirange;
begin
  -- most likely in the present partition: to open them all costs more than to look twice
  select * into last from pawl.lease l
   where l.lane = p_lane and l.turn >= p_present and l.turn < p_present + 4294967295 order by l.turn desc limit 1;
  if not found then select * into last from pawl.lease l where l.lane = p_lane order by l.turn desc limit 1; end if;
  c.lane := p_lane;
  c.pool := p_pool;
  c.turn := coalesce(last.next, last.turn + 1, (select l.first_turn from pawl.lane l where l.id = p_lane));
  for v_fresh in 0..1 loop
    if v_fresh = 1 then last := pawl.next_window(last, p_now); end if;
    continue when v_fresh = 0 and coalesce(last.used_up, true);
    select array_agg(o.pos), array_agg(o.xid), min(o.pos), max(o.pos),
           case when min(o.max_attempts) = max(o.max_attempts) then min(o.max_attempts)::text
                else string_agg(o.max_attempts::text, ',') end,
           string_agg((date_part('epoch', o.created_at) * 1000)::bigint::text, ','), string_agg(o.body::text, ','),
           case when bool_or(o.rest is not null) then string_agg(coalesce(o.rest, 'null'), ',') end
      into v_positions, v_xids, v_lo, v_hi, c.max_attempts, c.created_ms, c.bodies, c.rests
      from pawl.next_offers(p_lane, last.base, last.win, last.xid, last.pos, p_limit, p_from, p_beyond) o;
    exit when v_positions is not null;
  end loop;
  if v_positions is null then return null; end if;
  c.taken := cardinality(v_positions);
  c.positions := array_to_string(v_positions, ',');
  c.places := p_place + 1;
  v_ranges := pawl.as_ranges(v_lo, v_hi, v_positions, v_xids);
  v_started := least(greatest(p_free - p_place, 0), c.taken);
  insert into pawl.lease (lane, turn, next, worker, claim, base, win, xid, pos, positions, used_up, ahead)
  values (p_lane, c.turn, case when c.turn + 1 < p_present then p_present end, p_worker, p_claim, last.base, last.win,
          v_xids[c.taken], v_positions[c.taken], v_ranges, c.taken < p_limit,
          -- more than these lie between v_lo and v_hi, so that they are never taken for one range
          case v_started when 0 then v_ranges when c.taken then null
            else v_ranges - pawl.as_ranges(v_lo, v_hi, v_positions[:v_started], v_xids[:v_started]) end);
  c.settled := nullif(array_to_string(pawl.settled_among(v_ranges), ','), '');
  return c;
end $$;

-- Takes attempts from several lanes of one rank: merges them by age, appends one lease per lane. For pawl.claim, which holds the lanes.
-- Equals are merged as far as each may offer: all that is wanted of up to four lanes, a fair share of more.
create function pawl.take(
  p_worker uuid, p_claim bigint, p_now pg_snapshot,
  p_held int[],        -- indexes of the lanes
  p_lanes int[], p_pools int[], p_limits int[], p_free int[],
  p_places int[],      -- per pool: how many it has already
  p_gates int[],       -- per lane: the gate of its source, or null …
  p_allowed int[],     -- … and how many may pass that
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
    select h as i, p_pools[h] as pool, p_gates[h] as gate, o.*
      from unnest(p_held) h
     cross join lateral pawl.offered_by_lane(p_lanes[h], p_now,
       least(p_limits[p_pools[h]], greatest(32, p_limits[p_pools[h]] * 4 / v_lanes)), p_from, p_beyond)
       with ordinality o (turn, base, win, xid, pos, max_attempts, created_at, body, rest, n)
  ), taken as materialized (
    select m.i, m.pool, m.turn, m.base, m.win, m.xid, m.pos, m.max_attempts, m.created_at, m.body, m.rest, m.n, m.place from (
      select o.*, row_number() over (partition by o.pool order by o.age, o.i, o.n) as place from (
        select o.*, row_number() over (partition by o.gate order by o.age, o.i, o.n) as nth
          -- age: what committed late is as old as what stands before it, so that a lane's own order survives the merge
          from (select o.*, max(o.pos) over (partition by o.i order by o.n) as age from offer o) o
      ) o where o.gate is null or o.nth <= p_allowed[o.gate]
    ) m
     where m.place <= p_limits[m.pool]
  ), lane as materialized (
    select t.i, t.pool, t.turn, max(t.n) as n, array_agg(t.pos order by t.pos) as positions, min(t.pos) as lo, max(t.pos) as hi,
           array_agg(t.pos order by t.pos) filter (where ahead) as ahead, min(t.pos) filter (where ahead) as ahead_lo,
           max(t.pos) filter (where ahead) as ahead_hi
      from (select t.*, t.place + p_places[t.pool] > p_free[t.pool] as ahead from taken t) t
     group by t.i, t.pool, t.turn
  ), leased as (
    insert into pawl.lease (lane, turn, next, worker, claim, base, win, xid, pos, positions, ahead)
    select p_lanes[l.i], l.turn, case when l.turn + 1 < p_present then p_present end, p_worker, p_claim, t.base, t.win, t.xid,
           t.pos, pawl.as_ranges(l.lo, l.hi, l.positions), pawl.as_ranges(l.ahead_lo, l.ahead_hi, l.ahead)
      from lane l
      join taken t on t.i = l.i and t.n = l.n
  ), settled as materialized (
    select unnest(pawl.settled_among(pawl.as_ranges(t.lo, t.hi, t.positions))) as pos
      from (select min(t.pos) as lo, max(t.pos) as hi, array_agg(t.pos order by t.pos) as positions from taken t) t where t.lo is not null
  ), told as (
    select t.*, t.pos in (select pos from settled) as settled from taken t order by t.i, t.place
  )
  select array_agg(row(p_lanes[t.i], t.turn, t.pool, t.taken, t.positions, t.places, t.max_attempts, t.created_ms, t.bodies,
                       t.rests, t.settled, null, null)::pawl.claimed) into v_claimed
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
