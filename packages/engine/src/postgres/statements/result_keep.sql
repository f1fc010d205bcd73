-- Keeps what the callback of job.commit returned, in the transaction that has written the outcome. $1 position, $2 result as JSON.
-- Locks: the new row. Index: result's primary key.
insert into pawl.result (pos, value) values ($1, $2::jsonb) on conflict do nothing
