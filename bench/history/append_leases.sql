-- Leases all that one transaction has put in line since the newest lease, 500 positions a turn, as that lease's worker would
-- have done: one window, used up from end to end. $1 lane.
-- Locks: none that wait; nobody may claim meanwhile. Indexes: lease's primary key backwards, attempt's.
with last as (
  select l.* from pawl.lease l where l.lane = $1 order by l.turn desc limit 1
), line as (
  select a.xid, a.pos, (row_number() over (order by a.pos) + 499) / 500 as batch
    from last, pawl.attempt a
   where a.lane = $1 and a.pos > last.pos
), turns as (
  select batch, (array_agg(xid))[1] as xid, max(pos) as pos, range_agg(int8range(pos, pos, '[]')) as positions
    from line group by batch
)
insert into pawl.lease (lane, turn, worker, claim, at, base, win, xid, pos, positions)
select $1, last.turn + t.batch, last.worker, last.claim + t.batch, now() - interval '1 day', last.win,
       pg_current_snapshot(), t.xid, t.pos, t.positions
  from last, turns t
