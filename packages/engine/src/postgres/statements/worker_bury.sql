-- Nothing of a lost worker is left to reclaim. A claim that was under way when it was given up has ended by now: claims wait
-- two seconds at the most. And so has every enqueue that could have handed it a job, however long its commit took: its
-- transaction is older than the one that gave the worker up (enqueue_handing). $1 worker. Locks: its row. Index: worker's primary key.
update pawl.worker set stopped_at = clock_timestamp()
 where id = $1 and lost_at < clock_timestamp() - interval '10 seconds' and stopped_at is null
   and (gone_xid is null or gone_xid < pg_snapshot_xmin(pg_current_snapshot()))
