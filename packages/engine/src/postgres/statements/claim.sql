-- Claims attempts over the lanes of several pools; see the function. Locks and indexes: there.
-- $1 worker, $2 claim, $3 lanes, $4 pools, $5 ranks, $6 queues, $7 limits, $8 free slots, $9 rates, $10 their ms, $11 group limits,
-- $12 sources.
select lane, turn, positions, places, max_attempts, created_ms, bodies, rests, settled, wait_ms, probe
  from pawl.claim($1::uuid, $2::bigint, $3::int[], $4::int[], $5::int[], $6::text[], $7::int[], $8::int[], $9::int[], $10::int[],
                  $11::int[], $12::text[])
