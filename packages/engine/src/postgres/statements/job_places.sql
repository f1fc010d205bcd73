-- Where jobs are just now: in `later`, or as their newest attempt with its outcome, if any. $1 their numbers.
-- Locks: none. Indexes: those of pawl.attempts_of, primary keys of later, lane and dead.
select r.job_id, null::bigint as pos, l.queue, l.type, case r.reason when 'retry' then 'retryable' when 'parked' then 'pending' else 'scheduled' end as state
  from pawl.later r join pawl.lane l on l.id = r.lane where r.job_id = any ($1::bigint[])
union all
select a.job_id, a.pos, l.queue, l.type, coalesce(o.kind::text, 'line')
  from unnest($1::bigint[]) job (number)
 cross join lateral (select a.job_id, a.pos, a.lane from pawl.attempts_of(job.number) a order by a.pos desc limit 1) a
  join pawl.lane l on l.id = a.lane
  left join pawl.outcome o on o.pos = a.pos
 where o.kind is null or o.kind in ('succeeded', 'failed', 'cancelled')
union all
-- a dead letter whose history is gone
select d.job_id, d.pos, l.queue, l.type, 'failed' from pawl.dead d join pawl.lane l on l.id = d.lane
 where d.job_id = any ($1::bigint[]) and not exists (select from pawl.attempts_of(d.job_id))
