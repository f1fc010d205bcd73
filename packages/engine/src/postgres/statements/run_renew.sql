-- Lets a run that was asked to go through its phases once more do so. $1 run. No row: it was not.
-- Locks: the run, its phases. Indexes: primary keys of pipeline_run and pipeline_phase.
with renewed as (
  update pawl.pipeline_run set again = false where id = $1 and again returning id
), opened as (
  update pawl.pipeline_phase p set finished_at = null from renewed r where p.run_id = r.id
)
select id from renewed
