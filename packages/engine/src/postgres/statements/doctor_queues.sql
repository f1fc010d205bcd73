-- The queue whose first job in line has waited longest, among those that are not paused: for how long in ms, and how many workers
-- serve it. Locks: none. Indexes: see pawl.queue_stats.
select queue, (extract(epoch from clock_timestamp() - oldest_pending_at) * 1000)::float8 as waited_ms, workers::int
  from pawl.queue_stats where oldest_pending_at is not null and paused_at is null
 order by oldest_pending_at limit 1
