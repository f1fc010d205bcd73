-- Where jobs are just now: in `later`, or as their newest attempt with its outcome, if any. $1 ids as text (job_…).
-- Locks: none. Indexes: attempt_job, later_job.
select r.job_id, null::bigint as pos, case r.reason when 'retry' then 'retryable' when 'parked' then 'pending' else 'scheduled' end as state
  from pawl.later r where 'job_' || r.job_id::text = any ($1::text[])
union all
select a.job_id, a.pos, coalesce(o.kind::text, 'line')
  from (select distinct on (a.job_id) a.job_id, a.pos from pawl.attempt a where 'job_' || a.job_id::text = any ($1::text[])
         order by a.job_id, a.pos desc) a
  left join pawl.outcome o on o.pos = a.pos
 where o.kind is null or o.kind in ('succeeded', 'failed', 'cancelled')
