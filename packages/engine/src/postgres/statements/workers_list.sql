-- The workers that are not done, with what their pools do, as of their last heartbeats. Locks: none. A table of one row a process.
select number, name, host, pid, queues, started_at, heartbeat_at, blocked_ms, lost_at is not null as lost, pools,
       extract(epoch from clock_timestamp() - heartbeat_at)::float8 * 1000 as silent_ms
  from pawl.worker where stopped_at is null order by number
