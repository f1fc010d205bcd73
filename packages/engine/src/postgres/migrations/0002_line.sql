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
returns table (xid xid8, pos bigint, max_attempts smallint, created_at timestamptz, body json, rest text)
stable language sql as $$
  select a.xid, a.pos, a.max_attempts, a.created_at, a.body,
         case when a.job_id <> a.pos or a.start_before is not null or a.trace is not null or a.key is not null
                or a.group_name is not null
           then json_build_object('jobId', a.job_id, 'failures', a.failures, 'crashes', a.crashes, 'deferrals', a.deferrals,
                  'trace', a.trace, 'key', a.key, 'group', a.group_name, 'expired', a.start_before < clock_timestamp())::text end
    from pawl.next_in_lane(p_lane, p_base, p_win, p_xid, p_pos, p_n, p_from, p_beyond) a
$$;

-- The lease of which the next window follows: what was its window becomes the base, and what is visible now the window.
create function pawl.next_window(p_last pawl.lease, p_now pg_snapshot) returns pawl.lease immutable language plpgsql as $$
begin
  p_last.base := coalesce(p_last.win, '3:3:');
  p_last.win := p_now;
  p_last.xid := '0';
  p_last.pos := 0;
  if pg_snapshot_xmax(p_last.base) > pg_snapshot_xmax(p_now) then
    raise exception 'this ledger holds transaction ids from the future: it was restored from another cluster'
      using errcode = 'PW003', hint = 'Run `pawl migrate` once: it adopts the ledger, nothing is lost.';
  end if;
  return p_last;
end $$;

-- What a lane offers next: the rest of its window, or else, as the next window, what is visible now (p_now).
-- The window that is used up becomes the base. turn, base and win are what a lease of these attempts has to say.
create function pawl.offered_by_lane(
  p_lane int, p_now pg_snapshot, p_n int, p_from bigint default 0, p_beyond bigint default 9223372036854775807)
returns table (turn bigint, base pg_snapshot, win pg_snapshot, xid xid8, pos bigint, max_attempts smallint,
               created_at timestamptz, body json, rest text) stable language plpgsql
-- Without this the bounds of positions tempt the planner to read all of them by their primary key, and to sort.
set enable_sort = off
as $$
#variable_conflict use_column
declare
  last pawl.lease;
  v_turn bigint;
begin
  select * into last from pawl.lease l where l.lane = p_lane order by l.turn desc limit 1;
  v_turn := coalesce(last.next, last.turn + 1, (select l.first_turn from pawl.lane l where l.id = p_lane));
  if last.win is not null then
    return query select v_turn, last.base, last.win, o.*
                   from pawl.next_offers(p_lane, last.base, last.win, last.xid, last.pos, p_n, p_from, p_beyond) o;
    if found then return; end if;
  end if;
  last := pawl.next_window(last, p_now);
  return query select v_turn, last.base, last.win, o.*
                 from pawl.next_offers(p_lane, last.base, last.win, last.xid, last.pos, p_n, p_from, p_beyond) o;
end $$;
