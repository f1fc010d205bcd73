-- How many items are in each stage, how many of them have failed there, and how many have been through it, lately and in the last minute.
-- An open item whose letter nobody has replayed has failed; where it was replayed, or the job is older than all that is kept, that is asked
-- job by job; the others are under way, as cancelling a job ends its item. $1 pipeline, $2 how many ms are lately.
-- Locks: none. Indexes: pipeline_item_open, dead's primary key, pipeline_result_at; see pawl.ended_as.
with oldest as materialized (
  select min(first) as job_id from pawl.partition
), open as (
  select i.stage, case when d.job_id is not null and d.replayed_as is null then 'failed'
                       when d.job_id is not null or i.job_id < (select job_id from oldest) then pawl.ended_as(i.job_id) end as ended_as
    from pawl.pipeline_item i left join pawl.dead d on d.job_id = i.job_id
   where i.pipeline = $1 and i.ended_as is null
), counted as (
  select stage, count(*) filter (where ended_as is null or ended_as in ('failed', 'discarded', 'unknown')) as open,
         count(*) filter (where ended_as in ('failed', 'discarded', 'unknown')) as failed
    from open group by stage
)
select s.stage, coalesce(o.open, 0)::int as open, coalesce(o.failed, 0)::int as failed, d.done::int as done, d.lately::int as lately,
       d.first_at, d.last_at
  from (select n.node ->> 'name' as stage, n.place
          from pawl.pipeline p cross join lateral jsonb_array_elements(p.picture -> 'nodes') with ordinality n (node, place)
         where p.name = $1) s
  left join counted o using (stage)
 cross join lateral (
  select count(*) as done, count(*) filter (where r.at > statement_timestamp() - interval '1 minute') as lately,
         min(r.at) as first_at, max(r.at) as last_at
    from pawl.pipeline_result r
   where r.pipeline = $1 and r.stage = s.stage and r.at > statement_timestamp() - $2::float8 * interval '1 ms') d
 order by s.place
