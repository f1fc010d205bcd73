-- Registers a worker. $1 id (random), $2 name, $3 queues, $4 host, $5 process id. Locks: the new row.
insert into pawl.worker (id, name, queues, host, pid) values ($1, $2, $3::text[], $4, $5) returning number
