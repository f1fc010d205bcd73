-- A handler has left its run, however its attempt has ended. $1 run, $2 the attempt. Locks: the row. Index: pipeline_run's primary key.
update pawl.pipeline_run set holder = null where id = $1 and holder = $2
