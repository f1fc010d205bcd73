-- What a worker that was given up has counted until it noticed. $1 worker, $2 its counts, as JSON.
-- Locks: its row. Index: worker's primary key.
update pawl.worker set counts = $2::jsonb where id = $1
