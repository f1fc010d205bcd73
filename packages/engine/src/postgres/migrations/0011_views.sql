-- What operators ask: how long are the queues, what happened lately, what is stuck. None of it reads history: lines are read
-- from their cursors on, running jobs are found from their workers, what waits by its lane or its time.

create index later_lane on pawl.later (lane, reason);
create index dead_lane on pawl.dead (lane, died_at, job_id) where ended_at is null;

-- How many positions were given out from this one up to that one. Not their difference: rests of partitions are skipped.
create function pawl.positions_between(p_from bigint, p_to bigint) returns bigint stable language sql as $$
  select coalesce(sum(greatest(0, least(coalesce(skipped, beyond), p_to + 1) - greatest(first, p_from))), 0)::bigint from pawl.partition
$$;

-- How many attempts stand in a lane's line, and since when the first one does. So many are counted; where there are more the rest
-- is estimated, as if the lane went on to its newest attempt as it began. Locks: none.
-- Indexes: lease's primary key backwards, attempt_line, primary keys of attempt and outcome.
create function pawl.line_of_lane(p_lane int, p_limit int) returns table (waiting bigint, exact boolean, since timestamptz)
stable language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_hashjoin = off set enable_mergejoin = off
set jit = off
as $$
declare
  v_from constant bigint := (select min(first) from pawl.partition where line_ended_at is null);
  last pawl.lease;
  v_seen int;
  v_first bigint;
  v_last bigint;
begin
  select * into last from pawl.lease l where l.lane = p_lane order by l.turn desc limit 1;
  select count(*), count(*) filter (where o.pos is null), min(line.pos) filter (where o.pos is null), max(line.pos)
    into v_seen, waiting, v_first, v_last
    from (select a.pos from pawl.next_in_lane(p_lane, coalesce(last.base, '3:3:'), coalesce(last.win, '3:3:'), coalesce(last.xid, '0'),
                                              coalesce(last.pos, 0), p_limit + 1, v_from, 9223372036854775807) a
          union all
          select a.pos from pawl.next_in_lane(p_lane, coalesce(last.win, '3:3:'), pg_current_snapshot(), '0', 0, p_limit + 1,
                                              v_from, 9223372036854775807) a
          limit p_limit + 1) line
    left join lateral (select o.pos from pawl.outcome o where o.pos = line.pos limit 1) o on true;
  select a.run_at into since from pawl.attempt a where a.pos = v_first;
  exact := v_seen <= p_limit;
  if not exact and waiting > 0 then
    select greatest(waiting, waiting * pawl.positions_between(v_first, a.pos) / greatest(1, pawl.positions_between(v_first, v_last)))
      into waiting from pawl.attempt a where a.lane = p_lane order by a.xid desc, a.pos desc limit 1;
  end if;
  return next;
end $$;

-- The attempts that workers have taken and not settled. started: it runs, or was taken for a free slot. A heartbeat lists the
-- open leases; those that are younger than it are found by their worker. $1 lanes, or null for all. Locks: none.
-- Indexes: lease_worker (the end of its range), primary keys of lease, attempt and outcome.
create function pawl.held(p_lanes int[])
returns table (worker uuid, pos bigint, job_id bigint, lane int, since timestamptz, started boolean) stable language sql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
as $$
  select l.worker, a.pos, a.job_id, l.lane, l.at, not (l.ahead @> a.pos is true and not l.running @> a.pos)
    from (select w.id as worker, w.running, open.*
            from pawl.worker w
           cross join lateral (
             select l.lane, l.turn, l.at, l.positions, l.ahead from pawl.lease l
              where l.worker = w.id and l.at > w.heartbeat_at - interval '5 seconds'
             union
             select l.lane, l.turn, l.at, l.positions, l.ahead
               from unnest(w.leases) listed
              cross join lateral (select * from pawl.lease l where l.lane = split_part(listed, ':', 1)::int
                                     and l.turn = split_part(listed, ':', 2)::bigint and l.worker = w.id limit 1) l
           ) open
           where w.stopped_at is null and (p_lanes is null or open.lane = any (p_lanes))) l
   cross join lateral unnest(l.positions) taken
   cross join lateral (
     select a.pos, a.job_id from pawl.attempt a
      where a.pos >= lower(taken) and a.pos < upper(taken)
        -- most ranges are settled whole, and counting tells so faster than asking for each position
        and (select count(*) from pawl.outcome o where o.pos >= lower(taken) and o.pos < upper(taken)) < upper(taken) - lower(taken)
     offset 0) a
    left join lateral (select o.pos from pawl.outcome o where o.pos = a.pos limit 1) o on true
   where o.pos is null
$$;

-- How many rows of `later` the planner expects in these lanes, by its statistics. Volatile, as EXPLAIN demands.
create function pawl.scheduled_estimate(p_lanes int[]) returns bigint volatile language plpgsql as $$
declare v_plan json;
begin
  execute format('explain (format json) select from pawl.later r where r.lane = any (%L) and r.reason <> ''parked''', p_lanes) into v_plan;
  return v_plan -> 0 -> 'Plan' ->> 'Plan Rows';
end $$;

-- The lanes in whose line something may wait: a cheap check for queues with thousands of sources, of which few have work. A lane is
-- left out when its newest attempt was leased, and none of its attempts was in flight in the snapshots of its newest lease. Those
-- whose newest attempt is oldest come first. Locks: none. Indexes: lease's primary key backwards, attempt_line.
create function pawl.lanes_to_count(p_lanes int[]) returns setof int stable language sql
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
as $$
  select l.id
    from unnest(p_lanes) l (id)
   cross join lateral (
     select a.xid, a.pos from pawl.attempt a
      where a.lane = l.id and a.pos >= (select min(first) from pawl.partition where line_ended_at is null)
      order by a.xid desc, a.pos desc limit 1) newest
    left join lateral (select * from pawl.lease s where s.lane = l.id order by s.turn desc limit 1) last on true
   where last.lane is null
      or not (pg_visible_in_snapshot(newest.xid, last.base)
              or pg_visible_in_snapshot(newest.xid, last.win)
                 and (last.used_up or (newest.xid, newest.pos) <= (last.xid, last.pos)))
      or exists (select from (select pg_snapshot_xip(last.base) union select pg_snapshot_xip(last.win)) flight (xid),
                   lateral (select from pawl.attempt a where a.lane = l.id and a.xid = flight.xid limit 1) a)
   order by newest.pos
$$;

-- How many jobs of a queue wait in line, wait for their time, and run. exact: all were counted; otherwise there were more than
-- p_limit somewhere, or more than a hundred lanes with work, and the rest is estimated. Locks: none.
-- Indexes: lane's unique key, later_lane; see above.
create function pawl.queue_depth(p_queue text, p_limit int)
returns table (pending bigint, scheduled bigint, running bigint, exact boolean, oldest_pending_at timestamptz) stable language plpgsql
set enable_seqscan = off set jit = off
as $$
declare
  v_lanes constant int[] := array(select l.id from pawl.lane l where l.queue = p_queue);
  v_lines constant int[] := array(select pawl.lanes_to_count(v_lanes));
  -- to count one takes as long as to check a hundred
  v_counted constant int := least(100, cardinality(v_lines));
  v_parked bigint;
  v_ahead bigint;
begin
  select coalesce(sum(line.waiting), 0), coalesce(bool_and(line.exact), true), min(line.since)
    into pending, exact, oldest_pending_at
    from unnest(v_lines[:v_counted]) l (id) cross join lateral pawl.line_of_lane(l.id, p_limit) line;
  if v_counted < cardinality(v_lines) then
    pending := round(pending::numeric * cardinality(v_lines) / v_counted);
    exact := false;
  end if;
  select count(*) into v_parked
    from (select from pawl.later r where r.lane = any (v_lanes) and r.reason = 'parked' limit p_limit + 1) r;
  select count(*) into scheduled
    from (select from pawl.later r where r.lane = any (v_lanes) and r.reason <> 'parked' limit p_limit + 1) r;
  if scheduled > p_limit then
    scheduled := greatest(scheduled, pawl.scheduled_estimate(v_lanes));
  end if;
  select count(*) filter (where h.started), count(*) filter (where not h.started) into running, v_ahead
    from (select * from pawl.held(v_lanes) limit p_limit + 1) h;
  exact := exact and v_parked <= p_limit and scheduled <= p_limit and running + v_ahead <= p_limit;
  pending := pending + v_parked + v_ahead;
  return next;
end $$;

-- One row a queue.
create view pawl.queue_stats as
select q.name as queue, d.pending, d.scheduled, d.running, d.exact, d.oldest_pending_at,
       (select count(*) from (select from pawl.lane l join pawl.dead x on x.lane = l.id and x.ended_at is null
                               where l.queue = q.name limit 10001) dead) as dead,
       (select count(*) from pawl.worker w
         where w.stopped_at is null and w.lost_at is null and q.name = any (w.queues)) as workers,
       paused.paused_at
  from (select distinct l.queue as name from pawl.lane l) q
 cross join lateral pawl.queue_depth(q.name, 10000) d
  left join pawl.queue paused on paused.name = q.name;

-- The hundred jobs that were last enqueued or tried, newest first.
create view pawl.recent_jobs as
select j.*
  from (select job_id, max(pos) as pos
          from ((select a.job_id, a.pos from pawl.attempt a order by a.pos desc limit 100)
                union all
                (select r.job_id, r.job_id from pawl.later r order by r.job_id desc limit 100)) newest
         group by job_id order by 2 desc limit 100) r
 cross join lateral pawl.job('job_' || r.job_id::text) j;

-- Jobs that do not get on, and why:
--   silent    its worker has not been heard of for a minute, and nobody has taken the job back
--   blocked   the event loop of its worker has been blocked for a minute
--   long      it has been running for more than an hour
--   late      its time came more than a minute ago, and nobody has put it into line
--   unserved  it has stood in line for more than a minute, the first of its lane, and no worker serves its queue
create view pawl.stuck_jobs as
select 'job_' || h.job_id::text as id, l.queue, l.type,
       case when w.lost_at is not null or w.heartbeat_at < clock_timestamp() - interval '1 minute' then 'silent'
            when w.blocked_ms > 60000 then 'blocked' else 'long' end as reason,
       h.since, w.name as worker
  from pawl.held(null) h
  join pawl.worker w on w.id = h.worker
  join pawl.lane l on l.id = h.lane
 where w.lost_at is not null or w.heartbeat_at < clock_timestamp() - interval '1 minute' or w.blocked_ms > 60000
    or (h.started and h.since < clock_timestamp() - interval '1 hour')
union all
(select 'job_' || r.job_id::text, l.queue, l.type, 'late', r.run_at, null
   from pawl.later r join pawl.lane l on l.id = r.lane
  where r.run_at < statement_timestamp() - interval '1 minute'
  order by r.run_at limit 1000)
union all
select 'job_' || a.job_id::text, l.queue, l.type, 'unserved', a.run_at, null
  from pawl.lane l
 cross join lateral pawl.offered_by_lane(l.id, pg_current_snapshot(), 1) o
  join pawl.attempt a on a.pos = o.pos
 where not exists (select from pawl.worker w where w.stopped_at is null and w.lost_at is null and l.queue = any (w.queues))
   and not exists (select from pawl.queue q where q.name = l.queue and q.paused_at is not null)
   and a.run_at < clock_timestamp() - interval '1 minute';
