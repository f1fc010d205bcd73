-- Frees the quarantine for the next attempt. $1 worker. Locks: its row. Index: worker's primary key.
update pawl.worker set suspect = null where id = $1 and suspect is not null
