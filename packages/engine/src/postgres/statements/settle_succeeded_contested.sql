-- Like settle_succeeded, when an outcome of one of them stands already: that one stays, the others are settled.
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
  on conflict do nothing
  returning pos
)
select count(*)::int as settled from settled
