-- Notes a fire that does not move the schedule on: by hand, or a batch that is not the last. $1 name, $2 the job, or null.
-- Locks: the row, which the caller has locked. Index: the primary key.
update pawl.schedule
   set last_at = clock_timestamp(), last_job = coalesce($2::bigint, last_job)
 where name = $1
