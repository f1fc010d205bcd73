-- Where jobs are just now: in `later`, or as their newest attempt with its outcome, if any. $1 their numbers.
-- Locks: none. Indexes: those of pawl.attempts_of, later's primary key.
select r.job_id, null::bigint as pos, case r.reason when 'retry' then 'retryable' when 'parked' then 'pending' else 'scheduled' end as state
  from pawl.later r where r.job_id = any ($1::bigint[])
union all
select a.job_id, a.pos, coalesce(o.kind::text, 'line')
  from unnest($1::bigint[]) job (number)
 cross join lateral (select a.job_id, a.pos from pawl.attempts_of(job.number) a order by a.pos desc limit 1) a
  left join pawl.outcome o on o.pos = a.pos
 where o.kind is null or o.kind in ('succeeded', 'failed', 'cancelled')
