-- Replaces a schedule's spec. $1 name, $2 the new spec, $3 specs that stood before, $4 the first tick of the new one.
-- Locks: the row, which the caller has locked. Index: the primary key.
update pawl.schedule
   set spec = $2, superseded = $3, next_at = $4, declared_at = clock_timestamp(), attended_at = clock_timestamp(),
       failures = 0, retry_at = null, error = null
 where name = $1
