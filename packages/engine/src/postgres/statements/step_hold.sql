-- The first statement of a step with a transaction of its own: whether the attempt is ours, and stays so until it ends. Bounds how
-- long the transaction may be idle.
-- $1 worker, $2 lane, $3 turn, $4 claim, $5 position, $6 idle ms. Locks and indexes: see pawl.hold_attempt.
select pawl.hold_attempt($1::uuid, $2::int, $3::bigint, $4::bigint, $5::bigint) as held,
       set_config('idle_in_transaction_session_timeout', $6::text, true)
