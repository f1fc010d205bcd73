-- Gives back group slots of jobs that have ended, and brings back who waits for them. $1 jobs.
-- Locks and indexes: see pawl.release_slots.
select pawl.release_slots($1::bigint[])::text as released
