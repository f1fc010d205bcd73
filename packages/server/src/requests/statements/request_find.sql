-- What was asked with a key, and what it was answered with. $1 client, $2 key. Locks: none. Index: request's primary key.
select r.hash, r.answer from pawl_server.request r where r.client = $1 and r.key = $2
