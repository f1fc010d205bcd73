-- Registers a worker. $1 id (random), $2 name, $3 queues, $4 host, $5 process id, $6 what it has counted so far, as JSON. Locks: the new row.
insert into pawl.worker (id, name, queues, host, pid, counts) values ($1, $2, $3::text[], $4, $5, $6::jsonb) returning number
