-- Items of a pipeline, by version, the newest first, a page of them. No two versions are the same. That of a move was drawn when its
-- stage began, so that an item that moved later may have an older one. A state other than done is asked of the jobs, one by one.
-- $1 pipeline, $2 stage or null, $3 state or null, $4 before this version or null, $5 how many.
-- Locks: none. Indexes: pipeline_item_version; see pawl.work_state.
select i.pipeline, i.item, i.version::float8 as version, i.stage, s.state, i.reason, 'job_' || i.job_id::text as job, i.created_at, i.moved_at
  from pawl.pipeline_item i
 cross join lateral (select pawl.work_state(i.ended_as, i.job_id) as state) s
 where i.pipeline = $1::text and ($2::text is null or i.stage = $2::text) and ($3::text is null or s.state = $3::text)
   and ($4::bigint is null or i.version < $4::bigint)
 order by i.version desc limit $5::bigint
