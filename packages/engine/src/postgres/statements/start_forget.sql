-- Removes starts that count no more. $1 queue, $2 window in ms. Locks: the rows it removes. Index: start_recent.
delete from pawl.start where queue = $1 and at < statement_timestamp() - 2 * $2::float8 * interval '1 ms'
