-- Ends a run, unless it was asked to go through its phases once more. $1 run. Locks: the row. Index: pipeline_run's primary key.
update pawl.pipeline_run
   set holder = case when again then holder end, ended_as = case when not again then 'done' end, ended_at = case when not again then clock_timestamp() end
 where id = $1
returning again
