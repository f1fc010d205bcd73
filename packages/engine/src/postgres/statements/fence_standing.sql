-- What job.commit begins with where it is known that the lease stands: fails with 23505 if the attempt has an outcome, with 23514 if its
-- partition is gone. Bounds how long the transaction may be idle.
-- $1 position, $2 worker number, $3 how long its handler has run, in ms, or null, $4 idle ms.
-- Locks: the position in the primary key of pawl.outcome; waits for whoever is writing it.
insert into pawl.outcome (pos, kind, worker, duration_ms)
values ($1::bigint, 'succeeded', $2::int, $3::int)
returning set_config('idle_in_transaction_session_timeout', $4::text, true)
