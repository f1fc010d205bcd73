-- Claims one attempt from one lane, or what pawl.claim would; see the function. Locks and indexes: there.
-- $1 worker, $2 claim, $3 lane, $4 queue, $5 limit, $6 free slots, $7 group limit.
select lane, turn, positions, places, max_attempts, created_ms, bodies, rests, settled, wait_ms, probe
  from pawl.claim_one($1::uuid, $2::bigint, $3::int, $4::text, $5::int, $6::int, $7::int)
