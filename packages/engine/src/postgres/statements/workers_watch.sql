-- The workers that are not done, as seen now. Locks: none. A table of one row a process.
select id, number, name, heartbeat_at::text as heartbeat, blocked_ms, lost_at is not null as lost
  from pawl.worker where stopped_at is null order by number
