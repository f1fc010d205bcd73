-- One job as people see it. Its columns are named, as a later release may give the view more. $1 its id. Locks: none.
-- Indexes: see pawl.job.
select id, queue, type, version, body, status, priority, run_at, attempt, max_attempts, failures, crashes, deferrals, key, "group", source,
       locked_by, locked_at, heartbeat_at, progress, result, error, trace, created_at, finished_at, replays
  from pawl.job($1)
