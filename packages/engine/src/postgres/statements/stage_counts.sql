-- How many items are in each stage, have failed there, and have been through it, in all and in the last minute. $1 pipeline.
-- Locks: none. Indexes: pipeline_item_open, pipeline_item_job, dead's primary key, pipeline_result_at.
select s.stage, coalesce(o.open, 0)::int as open, coalesce(f.failed, 0)::int as failed, coalesce(d.done, 0)::int as done,
       coalesce(d.lately, 0)::int as lately, d.first_at, d.last_at
  from (select jsonb_array_elements(p.picture -> 'nodes') ->> 'name' as stage from pawl.pipeline p where p.name = $1) s
  left join (select i.stage, count(*) as open from pawl.pipeline_item i where i.pipeline = $1 and i.ended_as is null group by 1) o using (stage)
  left join (select i.stage, count(*) as failed from pawl.dead d join pawl.pipeline_item i on i.job_id = d.job_id
              where d.ended_at is null and i.pipeline = $1 and i.ended_as is null group by 1) f using (stage)
  left join (select r.stage, count(*) as done, count(*) filter (where r.at > clock_timestamp() - interval '1 minute') as lately,
                    min(r.at) as first_at, max(r.at) as last_at
               from pawl.pipeline_result r where r.pipeline = $1 group by 1) d using (stage)
