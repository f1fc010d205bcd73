-- Walks along lanes, for lists of few of them: what a queue that is seldom used holds is not looked for among all the others.

-- Jobs of lanes by their attempts. Up to where is told as (p_xid, p_pos), below which it goes on, and how far down by the oldest
-- transaction id that can be meant. The rest as for pawl.walk_attempts.
-- Indexes: attempt_line, backwards, for each lane; outcome's primary key.
create function pawl.walk_lanes(p_xid xid8, p_pos bigint, p_from_xid xid8, p_from bigint, p_lanes int[], p_kinds text[],
                                p_open boolean, p_first boolean, p_since timestamptz, p_until timestamptz, p_n int, p_look int)
returns setof pawl.found stable language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_hashjoin = off set enable_mergejoin = off
set jit = off
as $$
declare
  v_look constant int := greatest(p_n, p_look / greatest(1, cardinality(p_lanes)));
  v_leased constant boolean := not p_open and not 'cancelled' = any (p_kinds);
  v_lane int;
  v_xid xid8;
  v_pos bigint;
  last pawl.lease;
  v_count int;
begin
  foreach v_lane in array p_lanes loop
    v_xid := p_xid;
    v_pos := p_pos;
    if v_leased then   -- what stands in line has not ended, unless it was cancelled: it is not even looked at
      select * into last from pawl.lease l where l.lane = v_lane order by l.turn desc limit 1;
      continue when not found;
      select b.xid, b.pos into v_xid, v_pos
        from (values (last.xid, last.pos + 1), (pg_snapshot_xmax(last.base), 0)) b (xid, pos) order by 1 desc, 2 desc limit 1;
      if (v_xid, v_pos) > (p_xid, p_pos) then v_xid := p_xid; v_pos := p_pos; end if;
    end if;
    return query
    select a.job_id, a.pos, a.pos, a.xid, false
      from (select a.pos, a.job_id, a.xid, a.created_at from pawl.attempt a
             where a.lane = v_lane and (a.xid, a.pos) < (v_xid, v_pos) and a.xid >= p_from_xid
             order by a.lane desc, a.xid desc, a.pos desc limit v_look) a
      left join lateral (select o.kind from pawl.outcome o where o.pos = a.pos limit 1) o on true
     where (a.job_id = a.pos or not p_first) and a.pos >= p_from and a.created_at between p_since and p_until
       and case when o.kind is null then p_open else o.kind::text = any (p_kinds) end
     limit p_n;
    get diagnostics v_count = row_count;
    continue when v_count = p_n;
    return query
    select a.job_id, a.pos, a.pos, a.xid, true from pawl.attempt a
     where a.lane = v_lane and (a.xid, a.pos) < (v_xid, v_pos) and a.xid >= p_from_xid
     order by a.lane desc, a.xid desc, a.pos desc offset v_look - 1 limit 1;
  end loop;
end $$;

-- Attempts that stand in the lines of lanes: not leased, without an outcome. All that is visible in the base of a lane's newest
-- lease was leased before, so nothing is looked for below it. Indexes: lease's primary key backwards; as for pawl.walk_lanes.
create function pawl.walk_line(p_xid xid8, p_pos bigint, p_lanes int[], p_since timestamptz, p_until timestamptz, p_n int, p_look int)
returns setof pawl.found stable language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_hashjoin = off set enable_mergejoin = off
set jit = off
as $$
declare
  v_look constant int := greatest(p_n, p_look / greatest(1, cardinality(p_lanes)));
  v_lane int;
  v_from xid8;
  last pawl.lease;
  v_count int;
begin
  foreach v_lane in array p_lanes loop
    select * into last from pawl.lease l where l.lane = v_lane order by l.turn desc limit 1;
    v_from := coalesce(pg_snapshot_xmin(last.base), '0');
    return query
    select a.job_id, a.pos, a.pos, a.xid, false
      from (select a.pos, a.job_id, a.xid, a.created_at from pawl.attempt a
             where a.lane = v_lane and (a.xid, a.pos) < (p_xid, p_pos) and a.xid >= v_from
             order by a.lane desc, a.xid desc, a.pos desc limit v_look) a
     where a.created_at between p_since and p_until
       and (last.lane is null
            or not (pg_visible_in_snapshot(a.xid, last.base)
                    or (pg_visible_in_snapshot(a.xid, last.win) and (a.xid, a.pos) <= (last.xid, last.pos))))
       and not exists (select from pawl.outcome o where o.pos = a.pos)
     limit p_n;
    get diagnostics v_count = row_count;
    continue when v_count = p_n;
    return query
    select a.job_id, a.pos, a.pos, a.xid, true from pawl.attempt a
     where a.lane = v_lane and (a.xid, a.pos) < (p_xid, p_pos) and a.xid >= v_from
     order by a.lane desc, a.xid desc, a.pos desc offset v_look - 1 limit 1;
  end loop;
end $$;

-- Attempts of jobs with this key, as a lane of its own: xid is 0 for all of them. Indexes: attempt_key, backwards; outcome's.
create function pawl.walk_key(p_key text, p_pos bigint, p_lanes int[], p_kinds text[], p_open boolean,
                              p_since timestamptz, p_until timestamptz, p_n int, p_look int)
returns setof pawl.found stable language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_hashjoin = off set enable_mergejoin = off
set jit = off
as $$
declare v_count int;
begin
  return query
  select a.job_id, a.pos, a.pos, '0'::xid8, false
    from (select a.pos, a.job_id, a.lane, a.created_at from pawl.attempt a
           where a.key is not null and (a.key, a.pos) < (p_key, p_pos) and (a.key, a.pos) >= (p_key, 0::bigint) order by a.key desc, a.pos desc limit p_look) a
    left join lateral (select o.kind from pawl.outcome o where o.pos = a.pos limit 1) o on true
   where (p_lanes is null or a.lane = any (p_lanes)) and a.created_at between p_since and p_until
     and case when o.kind is null then p_open else o.kind::text = any (p_kinds) end
   limit p_n;
  get diagnostics v_count = row_count;
  if v_count < p_n then
    return query
    select a.job_id, a.pos, a.pos, '0'::xid8, true from pawl.attempt a
     where a.key is not null and (a.key, a.pos) < (p_key, p_pos) and (a.key, a.pos) >= (p_key, 0::bigint) order by a.key desc, a.pos desc offset p_look - 1 limit 1;
  end if;
end $$;

-- The page that walks have come to, with each job as people see it. What a walk along lanes has met has the least place that the walk
-- had met by then, on this page or before (p_below), so that what is taken of each walk is what it met first. Where a walk has stopped, what
-- the others found below that is left for the next page; the stops are told when the page is not full.
-- A row without a job is a stop, or its job is in another state than p_status. A job is JSON, so that no statement has to name all
-- that the view tells.
create function pawl.show_found(p_found pawl.found[], p_below bigint, p_status text, p_n int)
returns table (place bigint, xid xid8, "position" bigint, stopped boolean, job json) stable language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
as $$
declare
  v_stop pawl.found;     -- of those along lanes, the first
  v_stop_place bigint;
  v_floor bigint;
  v_count int;
begin
  select f.* into v_stop from unnest(p_found) f where f.stopped and f.xid is not null order by f.xid desc, f.position desc limit 1;
  if v_stop.xid is not null then
    select least(p_below, v_stop.place, min(f.place)) into v_stop_place from unnest(p_found) f
     where not f.stopped and f.xid is not null and (f.xid, f.position) > (v_stop.xid, v_stop.position);
  end if;
  select greatest(max(f.place), v_stop_place) into v_floor from unnest(p_found) f where f.stopped and f.xid is null;
  return query
  with placed as (
    select f.number, f.position, f.xid,
           case when f.xid is null then f.place else least(p_below, min(f.place) over (partition by f.xid is null order by f.xid desc, f.position desc)) end as place
      from unnest(p_found) f
     where not f.stopped and (f.xid is null or v_stop.xid is null or (f.xid, f.position) > (v_stop.xid, v_stop.position))
  ), page as materialized (
    select p.* from placed p where v_floor is null or p.place >= v_floor
     order by p.place desc, p.xid desc nulls last, p.position desc limit p_n
  )
  select p.place, p.xid, p.position, false,
         case when j.id is not null then json_build_object(
           'id', j.id, 'queue', j.queue, 'type', j.type, 'version', j.version, 'body', j.body, 'status', j.status,
           'priority', j.priority, 'run_at', j.run_at, 'attempt', j.attempt, 'max_attempts', j.max_attempts,
           'failures', j.failures, 'crashes', j.crashes, 'deferrals', j.deferrals, 'key', j.key, 'group', j."group",
           'source', j.source, 'locked_by', j.locked_by, 'locked_at', j.locked_at, 'heartbeat_at', j.heartbeat_at,
           'progress', j.progress, 'result', j.result, 'error', j.error, 'trace', j.trace, 'created_at', j.created_at,
           'finished_at', j.finished_at, 'replays', j.replays) end
    from page p
    left join lateral (
      select * from pawl.jobs j where p.position > 0 and j.position = p.position and (p_status is null or j.status = p_status)
      union all
      select * from pawl.jobs j
       where p.position = 0 and j.number = p.number and j.position = 0 and (p_status is null or j.status = p_status)
    ) j on true
   order by p.place desc, p.xid desc nulls last, p.position desc;
  get diagnostics v_count = row_count;
  if v_count < p_n and v_floor is not null then
    return query select v_floor, case when v_floor = v_stop_place then v_stop.xid end,
                        case when v_floor = v_stop_place then v_stop.position else 0 end, true, null::json;
  end if;
end $$;
