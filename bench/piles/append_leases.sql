-- Leases all that one transaction has put in line since the newest lease, 500 positions a turn, as that lease's worker would
-- have done: one window, used up from end to end. The last turn names the one that follows when the present has moved on.
-- $1 lane. Locks: none that wait; nobody may claim meanwhile. Indexes: lease's primary key backwards, attempt's.
with last as (
  select l.*, coalesce(l.next, l.turn + 1) as first_turn
    from pawl.lease l where l.lane = $1 order by l.turn desc limit 1
), line as (
  select a.xid, a.pos, (row_number() over (order by a.pos) - 1) / 500 as batch
    from last, pawl.attempt a
   where a.lane = $1 and a.pos > last.pos
), turns as (
  select batch, (array_agg(xid))[1] as xid, max(pos) as pos, range_agg(int8range(pos, pos, '[]')) as positions,
         row_number() over (order by batch desc) = 1 as is_last
    from line group by batch
)
insert into pawl.lease (lane, turn, next, worker, claim, at, base, win, xid, pos, positions)
select $1, last.first_turn + t.batch,
       case when t.is_last and last.first_turn + t.batch + 1 < pawl.present_turn() then pawl.present_turn() end,
       last.worker, last.claim + 1 + t.batch, now() - interval '1 day', last.win, pg_current_snapshot(), t.xid, t.pos, t.positions
  from last, turns t
