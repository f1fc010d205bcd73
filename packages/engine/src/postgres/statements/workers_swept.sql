-- Remembers up to where leases were compared with heartbeats, so that a sweep reads no lease twice. Only when the sweep found
-- nothing more. Locks: the workers' rows.
update pawl.worker set swept_at = heartbeat_at where stopped_at is null and lost_at is null and swept_at < heartbeat_at - interval '1 minute'
