-- The next attempts of a lane: visible in the window, not in the base, behind the cursor, in order of (xid, pos).
-- Read as spans of transaction ids, each with ONE lower bound and its own limit: with a second bound the index scan would
-- start at the beginning of the lane and walk its whole history. Index: attempt_line. Locks: none.
create function pawl.next_in_lane(p_lane int, p_base pg_snapshot, p_win pg_snapshot, p_xid xid8, p_pos bigint, p_n int)
returns table (xid xid8, pos bigint) stable language sql as $$
  select s.xid, s.pos from (
    -- stragglers: in flight in the base, ended by the window
    (select a.xid, a.pos
       from (select f, case when f = p_xid then p_pos else -1 end as p
               from pg_snapshot_xip(p_base) f
              where f >= p_xid and pg_visible_in_snapshot(f, p_win)) span,
            lateral (select a.xid, a.pos from pawl.attempt a
                      where a.lane = p_lane and (a.xid, a.pos) > (span.f, span.p) and a.xid <= span.f
                      order by a.xid, a.pos limit p_n) a
      order by a.xid, a.pos limit p_n)
    union all
    -- the rest: the gaps between what is in flight in the window
    (select a.xid, a.pos
       from (select x, p, lead(x, 1, pg_snapshot_xmax(p_win)) over (order by x, p) as hi
               from (select greatest(pg_snapshot_xmax(p_base), p_xid) as x,
                            case when p_xid >= pg_snapshot_xmax(p_base) then p_pos else -1 end as p
                     union all
                     select f, 9223372036854775807 from pg_snapshot_xip(p_win) f
                      where f >= greatest(pg_snapshot_xmax(p_base), p_xid)) edge
              order by x, p) span,
            lateral (select a.xid, a.pos from pawl.attempt a
                      where a.lane = p_lane and (a.xid, a.pos) > (span.x, span.p) and a.xid < span.hi
                        and pg_visible_in_snapshot(a.xid, p_win)
                      order by a.xid, a.pos limit p_n) a
      limit p_n)
  ) s limit p_n
$$;

-- What a lane offers next: the rest of its window, or else, as the next window, what is visible now (p_now).
-- The window that is used up becomes the base. turn, base and win are what a lease of these attempts has to say.
create function pawl.offered_by_lane(p_lane int, p_now pg_snapshot, p_n int)
returns table (turn bigint, base pg_snapshot, win pg_snapshot, xids xid8[], poss bigint[]) stable language plpgsql as $$
#variable_conflict use_column
declare last pawl.lease;
begin
  select * into last from pawl.lease l where l.lane = p_lane order by l.turn desc limit 1;
  if last.turn is null then
    select l.first_turn into turn from pawl.lane l where l.id = p_lane;
  else
    turn := coalesce(last.next, last.turn + 1);
    base := last.base;
    win := last.win;
    select array_agg(a.xid), array_agg(a.pos) into xids, poss
      from pawl.next_in_lane(p_lane, base, win, last.xid, last.pos, p_n) a;
  end if;
  if xids is null then
    base := coalesce(last.win, '3:3:');
    win := p_now;
    if pg_snapshot_xmax(base) > pg_snapshot_xmax(win) then
      raise exception 'this ledger holds transaction ids from the future: it was restored from another cluster'
        using errcode = 'PW003', hint = 'Run `pawl migrate` once: it adopts the ledger, nothing is lost.';
    end if;
    select array_agg(a.xid), array_agg(a.pos) into xids, poss from pawl.next_in_lane(p_lane, base, win, '0', 0, p_n) a;
  end if;
  if xids is not null then return next; end if;
end $$;

-- How many of the wanted slots a claim may fill now: none of a paused queue, no more than its start rate leaves.
-- Locks: for a queue with a start rate an advisory lock until the end of the transaction, class = oid of pawl.start, taken
-- before the starts are counted. An advisory lock and not the row's, which would give the claim a transaction id.
create function pawl.open_slots(p_queues text[], p_limits int[], p_rates int[], p_rate_ms int[])
returns int[] volatile language plpgsql as $$
declare i int; recent int;
begin
  for i in 1 .. cardinality(p_queues) loop
    if exists (select from pawl.queue q where q.name = p_queues[i] and q.paused_at is not null) then
      p_limits[i] := 0;
    elsif p_rates[i] is not null then
      perform pg_advisory_xact_lock('pawl.start'::regclass::oid::int, hashtext(p_queues[i]));
      select coalesce(sum(s.starts), 0) into recent from pawl.start s
       where s.queue = p_queues[i] and s.at > clock_timestamp() - make_interval(secs => p_rate_ms[i] / 1000.0);
      p_limits[i] := greatest(0, least(p_limits[i], p_rates[i] - recent));
    end if;
  end loop;
  return p_limits;
end $$;

-- Claims attempts for a worker over the lanes of several pools, in one round trip.
--
-- A transaction of its own, READ COMMITTED, without a transaction id: a REPEATABLE READ snapshot is older than the lock and
-- would claim twice; a snapshot counts its own id as visible, so a claim inside a writing transaction would lose jobs.
-- Not durable on purpose: a claim lost in a crash is a job still in line.
--
-- Locks: an advisory lock per lane until the end of the transaction, class = oid of pawl.lane. A lane that another claim
-- holds is passed over; only when all are held it waits for the first. Queues with a start rate take one more (pawl.start).
-- Indexes: lease's primary key backwards (newest turn), attempt_line, the primary keys of attempt and outcome.
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
  p_rate_ms int[]      -- … in so many ms, or null
) returns table (lane int, turn bigint, attempts text) language plpgsql
-- Without these a fresh install that was never analysed claims by sequential scan (491 ms measured).
set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
as $$
#variable_conflict use_column
declare
  v_class constant int := 'pawl.lane'::regclass::oid::int;
  v_held int[];        -- indexes of the candidates whose lock we hold
  v_now pg_snapshot;
  v_present bigint;
  i int;
begin
  if pg_current_xact_id_if_assigned() is not null or current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'a claim must be a transaction of its own, read committed'
      using errcode = 'PW001', hint = 'Call pawl.claim outside of any transaction.';
  end if;
  if not exists (select from pawl.worker w where w.id = p_worker and w.lost_at is null and w.stopped_at is null) then
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

  v_now := pg_current_snapshot();
  v_present := pawl.present_turn();
  return query
  with offer as materialized (
    select c.i, p_pools[c.i] as pool, o.* from unnest(v_held) c (i)
     cross join lateral pawl.offered_by_lane(p_lanes[c.i], v_now, p_limits[p_pools[c.i]]) o
  ), line as (
    select o.i, o.pool, a.xid, a.pos, row_number() over (partition by o.pool order by p_ranks[o.i], a.age, o.i, a.xid, a.pos) as place
      from offer o
     -- age: what committed late is as old as what stands before it, so that a lane's own order survives the merge
     cross join lateral (select u.xid, u.pos, max(u.pos) over (order by u.xid, u.pos) as age
                           from unnest(o.xids, o.poss) u (xid, pos)) a
  ), taken as materialized (
    select l.*, l.place > p_free[l.pool] as ahead from line l where l.place <= p_limits[l.pool]
  ), leased as (
    insert into pawl.lease (lane, turn, next, worker, claim, base, win, xid, pos, positions, ahead)
    select p_lanes[o.i], o.turn, case when o.turn + 1 < v_present then v_present end, p_worker, p_claim, o.base, o.win, o.xids[t.n], o.poss[t.n], t.positions, t.ahead
      from offer o
      join (select t.i, count(*)::int as n, range_agg(int8range(t.pos, t.pos, '[]')) as positions,
                   range_agg(int8range(t.pos, t.pos, '[]')) filter (where t.ahead) as ahead
              from taken t group by t.i) t on t.i = o.i
  )
  , started as (
    insert into pawl.start (queue, at, starts)
    select p_queues[t.pool], clock_timestamp(), count(*) from taken t where p_rates[t.pool] is not null group by t.pool
  )
  -- As text, one row a lane: 500 rows of 14 columns cost the worker more to parse than the claim costs to make.
  -- [position, place in its pool's share of this claim, max_attempts, created_at in ms, body, the rest or null for a plain first attempt]
  select p_lanes[t.i], o.turn, '[' || string_agg(
           '[' || t.pos || ',' || t.place || ',' || a.max_attempts || ',' ||
           (date_part('epoch', a.created_at) * 1000)::bigint || ',' || a.body::text || ',' ||
           coalesce(case when a.job_id <> a.pos or a.start_before is not null or a.trace is not null
                or a.key is not null or a.group_name is not null or settled.pos is not null
             then json_build_object('jobId', a.job_id, 'failures', a.failures, 'crashes', a.crashes,
                    'deferrals', a.deferrals, 'trace', a.trace, 'key', a.key, 'group', a.group_name, 'expired', a.start_before < clock_timestamp(),
                    'settled', settled.pos is not null)::text end, 'null') || ']', ',' order by t.place) || ']'
    from taken t
    join offer o on o.i = t.i
   -- limit 1 pins a look-up by key for each: joined freely, a plan made while the tables were empty reads them whole
   cross join lateral (select * from pawl.attempt a where a.pos = t.pos limit 1) a
    left join lateral (select s.pos from pawl.outcome s where s.pos = t.pos limit 1) settled on true
   group by t.i, o.turn
  union all  -- passed over: nothing is known of these
  select c.lane, null, null from unnest(p_lanes, p_pools) with ordinality c (lane, pool, i)
   where p_limits[c.pool] > 0 and not c.i = any (v_held);
end $$;
