-- The same as stand_down for who must not wait: no row also where the lane is held, and then all stays as it is.
-- $1 worker, $2 lane. Locks: an advisory lock on the lane, if it is free. Index: lease's primary key backwards (newest turn).
insert into pawl.lease (lane, turn, next, worker, claim, base, win, xid, pos, positions, used_up)
select $2, n.turn, case when n.turn + 1 < n.present then n.present end, $1, -1, n.base, n.win, n.xid, n.pos, '{}', n.used_up
  from (select coalesce(l.next, l.turn + 1) as turn, l.worker, l.base, l.win, l.xid, l.pos, l.used_up, l.standby,
               pawl.present_turn() as present
          from pawl.lease l where l.lane = $2::int order by l.turn desc limit 1) n
 where n.standby and n.worker = $1::uuid
   and pg_try_advisory_xact_lock('pawl.lane'::regclass::oid::int, $2)
on conflict do nothing
returning turn
