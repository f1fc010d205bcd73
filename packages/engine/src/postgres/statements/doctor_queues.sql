-- The queue whose first job in line has waited longest, among those that are not paused: for how long in ms, how many workers serve
-- it, and which of its sources must not be called now. Locks: none. Indexes: see pawl.queue_stats; lane's unique key by queue.
select q.queue, (extract(epoch from clock_timestamp() - q.oldest_pending_at) * 1000)::float8 as waited_ms, q.workers::int,
       (select min(h.name) from pawl.source_health h join pawl.lane l on l.source = h.name
         where l.queue = q.queue and h.state <> 'closed') as source
  from pawl.queue_stats q where q.oldest_pending_at is not null and q.paused_at is null
 order by q.oldest_pending_at limit 1
