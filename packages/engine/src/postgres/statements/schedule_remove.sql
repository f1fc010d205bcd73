-- Removes a schedule that no process has declared for some time. $1 name, $2 for how many ms.
-- Locks: the row. Index: the primary key.
delete from pawl.schedule
 where name = $1 and declared_at < clock_timestamp() - $2::float8 * interval '1 ms'
returning name
