-- Puts a run on record, or finds it by its job. Those before it over the same subject have ended, as its key shows: how is noted,
-- before their jobs are forgotten. $1 pipeline, $2 subject, $3 job. Locks: the row, and those that are noted.
-- Indexes: pipeline_run's unique job_id, pipeline_run_open, dead's primary key; see pawl.run_state.
with opened as (
  insert into pawl.pipeline_run (pipeline, subject, job_id) values ($1, $2, $3)
  on conflict (job_id) do update set subject = excluded.subject
  returning id
), closed as (
  update pawl.pipeline_run r set ended_as = b.state, ended_at = coalesce(b.died_at, clock_timestamp())
    from (select b.id, pawl.run_state(null, b.job_id) as state, d.died_at
            from pawl.pipeline_run b left join pawl.dead d on d.job_id = b.job_id
           where b.pipeline = $1 and b.subject = $2 and b.ended_as is null and b.job_id <> $3) b
   where r.id = b.id and r.ended_as is null and b.state in ('done', 'failed', 'cancelled')
)
select id::float8 as id from opened
