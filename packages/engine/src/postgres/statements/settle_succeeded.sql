-- Settles attempts as succeeded, as far as their leases are still ours. Fails as a whole if an outcome stands: that is rare, and
-- to look for it in each row (on conflict) costs as much again as to write it.
-- $1 worker, $2 lanes, $3 turns and $4 claims of the leases, $5 positions in ascending order (else two settlers can
-- deadlock), $6 the lease of each, from 1, $7 durations in ms, $8 worker number.
-- Locks: the new rows; waits for a transaction that is writing the same outcome. Indexes: primary keys of lease, outcome.
with proven as materialized (
  select p.i
    from unnest($2::int[], $3::bigint[], $4::bigint[]) with ordinality p (lane, turn, claim, i)
   cross join lateral (select worker, claim from pawl.lease l where l.lane = p.lane and l.turn = p.turn limit 1) l
   where l.worker = $1 and l.claim = p.claim
), settled as (
  insert into pawl.outcome (pos, kind, worker, duration_ms)
  select s.pos, 'succeeded', $8, s.duration_ms
    from unnest($5::bigint[], $6::bigint[], $7::int[]) s (pos, i, duration_ms)
    join proven using (i)
   order by s.pos
  returning pos
)
select count(*)::int as settled from settled
