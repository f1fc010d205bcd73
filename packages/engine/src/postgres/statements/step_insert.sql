-- Keeps what a step returned, in the transaction that began with step_hold. $1 job, $2 name, $3 value as JSON or null.
-- Locks: the new row. Index: step's primary key.
insert into pawl.step (job_id, kind, name, value) values ($1, 'step', $2, $3::jsonb)
