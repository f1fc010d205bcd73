-- Whether other live workers serve every queue of this one, so that those go on while it runs an attempt in quarantine.
-- $1 worker, $2 age of a heartbeat up to which its worker counts as live, in ms. Locks: none. A table of one row per process.
select not exists (
  select from pawl.worker w cross join lateral unnest(w.queues) queue
   where w.id = $1
     and not exists (select from pawl.worker other
                      where other.id <> $1 and queue = any (other.queues) and other.lost_at is null and other.stopped_at is null
                        and other.heartbeat_at > clock_timestamp() - $2::float8 * interval '1 ms')) as served
