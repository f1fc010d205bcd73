-- Registers a worker. $1 id (random), $2 name, $3 queues. Locks: the new row.
insert into pawl.worker (id, name, queues) values ($1, $2, $3::text[]) returning number
