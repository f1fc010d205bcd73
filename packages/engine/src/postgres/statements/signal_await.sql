-- Asks for a signal, as long as the attempt is ours. $1 worker, $2 lane, $3 turn, $4 claim, $5 position, $6 name of the wait,
-- $7 event, $8 timeout in ms or null. Locks and indexes: see pawl.await_signal.
select state, value, ms from pawl.await_signal($1, $2, $3, $4, $5, $6, $7, $8)
