-- Removes workers that left long ago and of which no lease is left. $1 age in ms, $2 how many at the most.
-- Locks: the rows it removes. Index: lease_worker. A table of one row a process.
delete from pawl.worker
 where id = any (array(
   select w.id from pawl.worker w
    where w.stopped_at < clock_timestamp() - $1::float8 * interval '1 ms'
      and not exists (select from pawl.lease l where l.worker = w.id)
    limit $2))
