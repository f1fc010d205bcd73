-- Discards dead letters: they stay on record and are shown no more. $1 ids. Locks: the letters. Index: dead's primary key.
update pawl.dead set ended_at = clock_timestamp(), ended_as = 'discarded'
 where job_id = any ($1::bigint[]) and ended_at is null
returning job_id
