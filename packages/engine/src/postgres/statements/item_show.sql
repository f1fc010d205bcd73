-- One item as people see it, with what its stages came to. $1 pipeline, $2 item. Locks: none.
-- Indexes: primary keys of pipeline_item and pipeline_result; see pawl.work_state.
select i.pipeline, i.item, i.version::float8 as version, i.stage, pawl.work_state(i.ended_as, i.job_id) as state, i.reason, 'job_' || i.job_id::text as job, i.input,
       i.created_at, i.moved_at,
       (select coalesce(jsonb_object_agg(r.stage, r.value), '{}') from pawl.pipeline_result r
         where r.pipeline = i.pipeline and r.item = i.item) as results
  from pawl.pipeline_item i where i.pipeline = $1::text and i.item = $2::text
