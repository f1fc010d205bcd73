-- The lanes of the given queues. $1 queue names. Locks: none. Index: the unique key of lane (prefix).
select id, queue, type, version, priority, source, place from pawl.lane where queue = any ($1::text[]) order by id
