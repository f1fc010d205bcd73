-- Notes that a tick could not be fired, and when to try again. $1 name, $2 failures in a row, $3 ms until the next try,
-- $4 the error. Locks: the row, unless another process has it: then that one is trying. Index: the primary key.
update pawl.schedule
   set failures = $2, retry_at = clock_timestamp() + $3::float8 * interval '1 ms', error = $4
 where name = (select name from pawl.schedule where name = $1 and next_at <= clock_timestamp() for update skip locked)
