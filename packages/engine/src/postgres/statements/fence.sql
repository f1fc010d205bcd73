-- What job.commit begins with: fails with PW005 if the attempt is not ours. Bounds how long the transaction may be idle.
-- $1 worker, $2 lane, $3 turn, $4 claim, $5 position, $6 worker number, $7 how long its handler has run, in ms, or null, $8 idle ms,
-- $9 whether it must be ours. Locks and indexes: see pawl.pass_fence.
-- Two branches for one end: PostgreSQL would not call the function where "or" makes its answer not matter.
select case when pawl.pass_fence($1::uuid, $2::int, $3::bigint, $4::bigint, $5::bigint, $6::int, $7::int)
         then set_config('idle_in_transaction_session_timeout', $8::text, true)
         when not $9::boolean then set_config('idle_in_transaction_session_timeout', $8::text, true)
         else pawl.lease_lost() end
