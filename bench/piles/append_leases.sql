-- Leases all that a lane has in line, 500 a turn, as the worker of its newest lease would have done: one window, used up from
-- end to end. The last turn names the one that follows when the present has moved on.
-- $1 lane, $2 the first position, $3 the last; none between them is missing. Locks: none that wait; nobody may claim meanwhile.
-- Indexes: lease's primary key backwards, attempt_line backwards.
with last as (
  select l.*, coalesce(l.next, l.turn + 1) as first_turn
    from pawl.lease l where l.lane = $1 order by l.turn desc limit 1
), line_end as (
  select xid, pos from pawl.attempt where lane = $1 order by xid desc, pos desc limit 1
), turns as (
  select first, least(first + 499, $3::bigint) as last, row_number() over (order by first) - 1 as number
    from generate_series($2::bigint, $3::bigint, 500) first
)
insert into pawl.lease (lane, turn, next, worker, claim, at, base, win, xid, pos, positions)
select $1, last.first_turn + t.number,
       case when t.last = $3 and last.first_turn + t.number + 1 < pawl.present_turn() then pawl.present_turn() end,
       last.worker, last.claim + 1 + t.number, now() - interval '1 day', last.win, pg_current_snapshot(),
       line_end.xid, line_end.pos, int8multirange(int8range(t.first, t.last, '[]'))
  from last, line_end, turns t
