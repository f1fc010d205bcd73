-- Asks whether it is our turn to try to close a partition: somebody does every so often. $1 its number, $2 how often in ms.
-- Locks: its row.
update pawl.partition set close_tried_at = clock_timestamp()
 where number = $1 and closed_at is null
   and (close_tried_at is null or close_tried_at < clock_timestamp() - $2::float8 * interval '1 ms')
returning number
