-- What a step with a transaction of its own begins with: fails with PW005 if the attempt is not ours, which it is from here on until
-- the end. Bounds how long the transaction may be idle.
-- $1 worker, $2 lane, $3 turn, $4 claim, $5 position, $6 idle ms. Locks and indexes: see pawl.hold_attempt.
select case when pawl.hold_attempt($1::uuid, $2::int, $3::bigint, $4::bigint, $5::bigint)
         then set_config('idle_in_transaction_session_timeout', $6::text, true)
         else pawl.lease_lost() end
