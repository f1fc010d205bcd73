-- How far a phase came under a run whose attempt may write nothing any more: it was cancelled, or its process stops. As far as nobody else
-- has taken over. $1 run, $2 holder, $3 phase, $4 done, $5 new, $6 failed, $7 skipped, $8 total or null, $9 rows a second or null.
-- Locks: the row. Indexes: primary keys of pipeline_phase and pipeline_run.
update pawl.pipeline_phase
   set done = $4, new = $5, failed = $6, skipped = $7, total = $8, per_second = $9, written_at = clock_timestamp()
 where run_id = $1 and phase = $3
   and exists (select from pawl.pipeline_run r where r.id = $1 and r.holder = $2)
