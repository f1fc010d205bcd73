-- How far a phase has come. $1 run, $2 phase, $3 done, $4 new, $5 failed, $6 skipped, $7 total or null, $8 rows a second or null,
-- $9 whether it has finished. Locks: the row. Index: pipeline_phase's primary key.
update pawl.pipeline_phase
   set done = $3, new = $4, failed = $5, skipped = $6, total = $7, per_second = $8, written_at = clock_timestamp(),
       finished_at = case when $9::boolean then clock_timestamp() end
 where run_id = $1 and phase = $2
