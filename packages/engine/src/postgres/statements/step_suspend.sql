-- Settles an attempt whose handler waits for a time or for signals. $1 worker, $2 lane, $3 turn, $4 claim, $5 position,
-- $6 worker number, $7 duration in ms, $8 events, $9 delay in ms or null for ever, $10 detail, $11 whether it gives back its
-- group's slot. Locks and indexes: see pawl.suspend.
select pawl.suspend($1, $2, $3, $4, $5, $6, $7, $8::text[], $9, $10::jsonb, $11) as suspended
