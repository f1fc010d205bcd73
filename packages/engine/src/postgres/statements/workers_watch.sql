-- The workers that are not done, as seen now. Locks: none. A table of one row a process.
select id, number, name, heartbeat_at::text as heartbeat, blocked_ms, lost_at is not null as lost,
       gone_xid is null or gone_xid < pg_snapshot_xmin(pg_current_snapshot()) as sealed
  from pawl.worker where stopped_at is null order by number
