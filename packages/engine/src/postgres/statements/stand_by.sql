-- A worker that has nothing to do stands by at a lane: as long as this lease is the newest one there, an enqueue may hand it the
-- next job (enqueue_handing). It takes nothing, and the cursor stays where it is. Any lease that follows ends it, so nothing is
-- ever taken back. No row: another worker stands by there, or somebody claims from the lane.
-- $1 worker, $2 claim, $3 lane, $4 the first turn of the present. For a connection with the settings of a claim.
-- Locks: an advisory lock on the lane, as pawl.claim. Indexes: lease's primary key backwards (newest turn), worker's primary key.
insert into pawl.lease (lane, turn, next, worker, claim, base, win, xid, pos, positions, used_up, standby)
select $3, n.turn, case when n.turn + 1 < $4 then $4 end, $1, $2::bigint, n.base, n.win, n.xid, n.pos, '{}', n.used_up, true
  from (select coalesce(l.next, l.turn + 1) as turn, l.worker, l.base, l.win, l.xid, l.pos, l.used_up, l.standby from pawl.lease l
         where l.lane = $3::int and l.turn >= $4::bigint and l.turn < $4 + 4294967295
         order by l.turn desc limit 1) n
 where exists (select from pawl.worker w where w.id = $1::uuid and w.lost_at is null and w.stopped_at is null)
   and (not n.standby or n.worker = $1
        or not exists (select from pawl.worker w where w.id = n.worker and w.lost_at is null and w.stopped_at is null))
   and pg_try_advisory_xact_lock('pawl.lane'::regclass::oid::int, $3)
on conflict do nothing
returning coalesce(next, turn + 1)::text as follows
