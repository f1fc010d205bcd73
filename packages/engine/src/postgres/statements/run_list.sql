-- Runs with their phases, the newest first. $1 pipeline or null, $2 subject or null, $3 before this run or null, $4 how many.
-- Locks: none. Indexes: pipeline_run_subject or its primary key backwards, primary keys of pipeline_phase
-- and dead; see pawl.run_state.
select r.id::float8 as id, r.pipeline, r.subject, pawl.run_state(r.ended_as, r.job_id) as state, 'job_' || r.job_id::text as job, r.created_at,
       r.started_at, coalesce(r.ended_at, d.died_at) as ended_at, coalesce(p.phases, '[]') as phases
  from pawl.pipeline_run r
  left join lateral (select d.died_at from pawl.dead d where r.ended_as is null and d.job_id = r.job_id limit 1) d on true
  left join lateral (
    select json_agg(json_build_object('phase', p.phase, 'label', p.label, 'unit', p.unit, 'done', p.done, 'new', p.new, 'failed', p.failed,
             'skipped', p.skipped, 'total', p.total, 'perSecond', p.per_second, 'startedAt', p.started_at, 'writtenAt', p.written_at,
             'finishedAt', p.finished_at) order by p.place) as phases
      from pawl.pipeline_phase p where p.run_id = r.id) p on true
 where ($1::text is null or r.pipeline = $1) and ($2::text is null or r.subject = $2) and ($3::bigint is null or r.id < $3)
 order by r.id desc limit $4
