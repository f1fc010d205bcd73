-- Moves a schedule on to its next tick: the last statement of a fire. $1 name, $2 next tick, $3 the tick that is handled now,
-- $4 whether it fired, $5 the job, or null. Locks: the row, which the caller has locked. Index: the primary key.
update pawl.schedule
   set next_at = $2, last_tick = $3, last_at = case when $4 then clock_timestamp() else last_at end,
       last_job = coalesce($5::bigint, last_job), failures = 0, retry_at = null, error = null,
       declared_at = clock_timestamp(), attended_at = clock_timestamp()
 where name = $1
