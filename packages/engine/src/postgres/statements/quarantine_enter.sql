-- Reserves the quarantine for a worker, before it claims an attempt for it. No row: another live worker has the quarantine, or this
-- worker was given up. A worker that enters at the same moment fails with 23505.
-- $1 worker. Locks: its row. Indexes: worker's primary key, worker_quarantine.
update pawl.worker set suspect = 0
 where id = $1 and lost_at is null and stopped_at is null
   and not exists (select from pawl.worker other
                    where other.suspect is not null and other.lost_at is null and other.stopped_at is null and other.id <> $1)
returning number
