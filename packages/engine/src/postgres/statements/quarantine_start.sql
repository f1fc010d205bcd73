-- Records, durably and before it starts, which attempt a worker runs in quarantine. Returns how many attempts of its job in a row were
-- lost with their worker. No row: the worker was given up.
-- $1 worker, $2 position, $3 job. Locks: its row. Indexes: worker's primary key, those of pawl.crashes_in_a_row.
update pawl.worker set suspect = $2 where id = $1 and lost_at is null and stopped_at is null
returning pawl.crashes_in_a_row($3) as crashes
