-- Whether unsettled_of_nobody has leases to look at that it has not seen: those of a worker that has left, or of five seconds of one
-- that works. Whoever works is such a one in time, and with it leases of workers that are not registered are looked at.
-- Locks: none. A table of one row a process.
select exists (
  select from pawl.worker w
   where w.lost_at is null and w.swept_at < 'infinity'
     and case when w.stopped_at is null then w.heartbeat_at > w.swept_at + interval '5 seconds'
              else w.stopped_at < clock_timestamp() - interval '10 seconds' end) as unswept
