-- What has followed the leases by which a worker stands by: the job that was handed to it, or a lease that ended it otherwise. No row for
-- those that nothing has followed. The low 32 bits of what was handed over are the claim by which the worker stood by.
-- $1 worker, $2 lanes, $3 the turns that follow, $4 claims.
-- Locks: none. Indexes: primary keys of lease, attempt and outcome.
select p.claim as standing, p.lane, p.turn, l.claim, a.pos, a.max_attempts, ((date_part('epoch', a.created_at) * 1000)::bigint)::text as created_ms,
       a.body::text as body, o.pos is not null as settled
  from unnest($2::int[], $3::bigint[], $4::bigint[]) p (lane, turn, claim)
 cross join lateral (select l.worker, l.claim, l.positions from pawl.lease l where l.lane = p.lane and l.turn = p.turn limit 1) l
  left join lateral (select a.pos, a.max_attempts, a.created_at, a.body from pawl.attempt a
                      where a.pos = lower(l.positions) and l.worker = $1::uuid and l.claim & 4294967295 = p.claim limit 1) a on true
  left join lateral (select o.pos from pawl.outcome o where o.pos = a.pos limit 1) o on true
