-- Which of these leases are no longer in the ledger: claims are not synced, a crash of PostgreSQL may forget the newest.
-- $1 worker, $2 lanes, $3 turns, $4 claims. Locks: none. Index: lease's primary key.
select p.lane, p.turn, p.claim
  from unnest($2::int[], $3::bigint[], $4::bigint[]) p (lane, turn, claim)
 where not exists (select from pawl.lease l where l.lane = p.lane and l.turn = p.turn and l.worker = $1 and l.claim = p.claim)
