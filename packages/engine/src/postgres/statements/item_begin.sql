-- What a stage's job has to know of its item, and the version of the next leg. That is drawn here and not in the move, which would keep
-- the sequence from those who close a partition for as long as the user writes. $1 pipeline, $2 item. Locks: none.
-- Indexes: primary keys of pipeline_item and pipeline_result.
select i.version::float8 as version, nextval('pawl.position')::float8 as next_version, i.stage, i.ended_as, i.job_id::float8 as job_id,
       i.outside, i.input, i.input is not null as has_input,
       (select coalesce(jsonb_object_agg(r.stage, r.value), '{}') from pawl.pipeline_result r
         where r.pipeline = i.pipeline and r.item = i.item) as results
  from pawl.pipeline_item i where i.pipeline = $1::text and i.item = $2::text
