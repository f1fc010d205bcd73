-- Claims attempts for a worker over the lanes of several pools, in one round trip.
-- A transaction of its own, READ COMMITTED, without a transaction id: a REPEATABLE READ snapshot is older than the lock and
-- would claim twice; a snapshot counts its own id as visible, so a claim inside a writing transaction would lose jobs.
-- Not durable on purpose: a claim lost in a crash is a job still in line.
-- Rank by rank, and no further than the slots reach: what stands behind a full rank is not even read.
--
-- Locks: an advisory lock per lane until the end of the transaction, class = oid of pawl.lane. A lane that another claim
-- holds is passed over; only when all are held it waits for the first. Queues with a start rate take one more (pawl.start),
-- jobs of groups those of their groups (pawl.admit), lanes with a source that and its bucket (pawl.gate_of).
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
  p_group_limits int[],   -- per candidate: how many of a group may run at once …
  p_sources text[]     -- … and whom its jobs call, or ''
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
  v_paused boolean;
  v_ranks int[];
  v_rank int;
  v_equal int[];       -- of these, those of one rank
  v_part pawl.claimed[];
  v_places int[] := array_fill(0, array[cardinality(p_queues)]);   -- per pool: how many it has
  v_number int;        -- the worker's
  v_sources text[];    -- whom the jobs of these lanes call
  v_source text;
  g pawl.gate;
  v_gates pawl.gate[] := '{}';   -- the gates of those that have one …
  v_gated text[] := '{}';    -- … whose they are …
  v_allowed int[] := '{}';   -- … how many may pass each …
  v_used int[] := '{}';      -- … and how many do
  v_gate_of int[] := '{}';   -- per lane: its gate
  v_tokens int;        -- taken at once, and not used yet …
  v_spare boolean;     -- … or not worth giving back; null: none were
  v_grouped bigint[] := '{}';
  v_group_limits int[] := '{}';
  v_group_gates int[] := '{}';
  v_group_pools int[] := '{}';
  v_parked bigint[];
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

  if cardinality(p_lanes) > 1 then
    select array_agg(c.i) into v_held
      from unnest(p_lanes, p_pools) with ordinality c (lane, pool, i)
     where p_limits[c.pool] > 0 and pg_try_advisory_xact_lock(v_class, c.lane);
  elsif p_limits[p_pools[1]] > 0 and pg_try_advisory_xact_lock(v_class, p_lanes[1]) then
    v_held := '{1}';
  end if;
  if v_held is null then  -- all are held by others, or no slot is open
    select c.i into i from unnest(p_pools) with ordinality c (pool, i) where p_limits[c.pool] > 0 limit 1;
    if not found then return; end if;
    perform pg_advisory_xact_lock(v_class, p_lanes[i]);
    v_held := array[i];
  end if;

  if cardinality(v_held) < cardinality(p_lanes) then  -- passed over: nothing is known of these
    return query
    select c.lane, null::bigint, c.pool, 0, null::text, null::text, null::text, null::text, null::text, null::text, null::text,
           null::float8, null::boolean
      from unnest(p_lanes, p_pools) with ordinality c (lane, pool, i)
     where p_limits[c.pool] > 0 and not c.i = any (v_held);
  end if;

  v_now := pg_current_snapshot();
  -- v_beyond after the snapshot: all that is visible in it was given a position before
  select coalesce(min(p.first) filter (where p.line_ended_at is null), 0),
         (coalesce(min(p.number) filter (where p.closed_at is null), max(p.number))::bigint << 32) + 1,
         (select last_value + 1 from pawl.position), exists (select from pawl.queue q where q.paused_at is not null)
    into v_from, v_present, v_beyond, v_paused from pawl.partition p;
  -- once more after the snapshot: it may have waited for a lane, and what came after a pause must not start
  if v_paused then
    v_held := array(select h from unnest(v_held) h
                     where not exists (select from pawl.queue q where q.name = p_queues[p_pools[h]] and q.paused_at is not null));
  end if;
  -- after the snapshot, as locking a row gives the claim a transaction id
  i := p_pools[1];
  if cardinality(p_lanes) = 1 and p_sources[1] <> '' and p_limits[i] > 64 and v_held <> '{}' then
    v_spare := pawl.take_tokens(p_sources[1], p_limits[i], p_free[i]);
  end if;
  if v_spare is not null then
    v_tokens := p_limits[i];
  elsif '' <> any (p_sources) and v_held <> '{}' then
    v_sources := p_sources[v_held[1]:v_held[1]];
    if cardinality(v_held) > 1 then   -- in the order in which those who tell of sources lock them
      v_sources := array(select distinct p_sources[h] collate "C" from unnest(v_held) h where p_sources[h] <> '' order by 1);
    end if;
    foreach v_source in array v_sources loop
      g := pawl.gate_of(v_source);
      continue when g.source is null;
      v_gates := v_gates || g;
      v_gated := v_gated || v_source;
      i := p_free[1];
      if cardinality(p_free) > 1 then
        i := (select max(p_free[p_pools[h]]) from unnest(v_held) h where p_sources[h] = v_source);
      end if;
      v_allowed := v_allowed || least(g.allowed, g.ahead + i);
      v_used := v_used || 0;
    end loop;
    for h in 1..cardinality(p_lanes) loop
      v_gate_of[h] := array_position(v_gated, p_sources[h]);
    end loop;
    if 0 >= any (v_allowed) then
      v_held := array(select h from unnest(v_held) h where coalesce(v_allowed[v_gate_of[h]] > 0, true));
    end if;
  end if;
  v_ranks := array(select p_ranks[v_held[1]] where v_held <> '{}');
  if cardinality(v_held) > 1 then v_ranks := array(select distinct p_ranks[h] from unnest(v_held) h order by 1); end if;
  foreach v_rank in array v_ranks loop
    v_equal := v_held;
    if cardinality(v_held) > 1 then
      v_equal := array(select h from unnest(v_held) h where p_ranks[h] = v_rank and p_limits[p_pools[h]] > 0 order by h);
    end if;
    if cardinality(v_equal) = 1 then
      i := p_pools[v_equal[1]];
      v_part := array[pawl.take_lane(p_worker, p_claim, v_now, p_lanes[v_equal[1]], i,
        least(p_limits[i], v_allowed[v_gate_of[v_equal[1]]]), p_free[i], v_places[i], v_from, v_beyond, v_present)];
    else
      v_part := pawl.take(p_worker, p_claim, v_now, v_equal, p_lanes, p_pools, p_limits, p_free, v_places, v_gate_of, v_allowed,
                          v_from, v_beyond, v_present);
    end if;
    foreach c in array coalesce(v_part, '{}') loop
      continue when c.lane is null;
      i := v_gate_of[array_position(p_lanes, c.lane)];
      if i is not null then
        v_allowed[i] := v_allowed[i] - c.taken;
        v_used[i] := v_used[i] + c.taken;
        c.wait_ms := 0;
        c.probe := (v_gates[i]).probe;
      elsif v_tokens is not null then
        v_tokens := v_tokens - c.taken;
        c.wait_ms := 0;
        c.probe := case when not v_spare then false end;
      end if;
      p_limits[c.pool] := p_limits[c.pool] - c.taken;
      v_places[c.pool] := v_places[c.pool] + c.taken;
      -- a cheap look, which pawl.admit makes exact
      if strpos(c.rests, '"group" : "') > 0 then
        v_grouped := v_grouped || string_to_array(c.positions, ',')::bigint[];
        v_group_gates := v_group_gates || array_fill(i, array[c.taken]);
        v_group_pools := v_group_pools || array_fill(c.pool, array[c.taken]);
        v_group_limits := v_group_limits || array_fill(p_group_limits[array_position(p_lanes, c.lane)], array[c.taken]);
      end if;
      return next c;
    end loop;
    exit when 0 >= all (p_limits);
  end loop;
  if v_grouped <> '{}' then
    c := null;
    v_parked := pawl.admit(v_number, v_grouped, v_group_limits);
    c.positions := array_to_string(v_parked, ',');
    return next c;
    -- what is parked has not started, and calls nobody
    for i in 1..cardinality(v_grouped) loop
      continue when not v_grouped[i] = any (v_parked);
      v_places[v_group_pools[i]] := v_places[v_group_pools[i]] - 1;
      if v_group_gates[i] is not null then v_used[v_group_gates[i]] := v_used[v_group_gates[i]] - 1; end if;
      v_tokens := v_tokens + 1;
    end loop;
  end if;
  if v_tokens > 0 and not v_spare then perform pawl.return_tokens(p_sources[1], '', v_tokens, 0); end if;
  for i in 1..cardinality(v_gates) loop
    g := v_gates[i];
    if v_used[i] > 0 then g.wait_ms := pawl.pass_gate(g, v_used[i]); end if;
    -- 0 tells of one that would let some pass, but not ahead of a slot
    continue when coalesce(g.wait_ms, 0) = 0 and not (g.allowed > 0 and v_allowed[i] = 0 and v_used[i] = 0);
    return query
    select p_lanes[h], null::bigint, p_pools[h], 0, null::text, null::text, null::text, null::text, null::text, null::text,
           null::text, g.wait_ms, null::boolean
      from generate_subscripts(p_lanes, 1) h where v_gate_of[h] = i;
  end loop;
  if array_remove(p_rates, null) <> '{}' then
    insert into pawl.start (queue, at, starts)
    select p_queues[pool], clock_timestamp(), v_places[pool] from generate_subscripts(p_queues, 1) pool
     where p_rates[pool] is not null and v_places[pool] > 0;
  end if;
end $$;
