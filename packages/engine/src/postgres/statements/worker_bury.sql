-- Nothing of a lost worker is left to reclaim. A claim that was under way when it was given up has ended by now: claims wait
-- two seconds at the most. $1 worker.
update pawl.worker set stopped_at = clock_timestamp()
 where id = $1 and lost_at < clock_timestamp() - interval '10 seconds' and stopped_at is null
