-- Sends a signal to the jobs that wait for it, and keeps it. $1 event, $2 payload as JSON, $3 how many ms to keep it.
-- Locks and indexes: see pawl.send_signal.
select pawl.send_signal($1, $2::jsonb, $3) as woken
