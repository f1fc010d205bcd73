-- What jobs are doing now, for those who wait for a result or watch: state, attempt, progress, and in the end result or error.
-- A job that no row is returned for does not exist. Of a dead letter whose history is gone the letter tells. $1 ids. Locks: none.
-- Indexes: primary keys of later and dead, those of pawl.attempts_of, primary keys of outcome, result and progress, lease's backwards (newest turn).
select w.job_id, coalesce(a.pos, d.pos, 0) as pos,
       case when r.reason = 'retry' then 'retryable' when r.reason = 'parked' then 'pending' when r.job_id is not null then 'scheduled'
            when d.job_id is not null then 'failed' when o.kind is not null then o.kind::text when last.leased then 'running' else 'pending' end as state,
       coalesce(r.failures + r.crashes + 1, a.failures + a.crashes + 1, greatest(1, d.failures + d.crashes)) as attempt,
       coalesce(r.error, o.detail, d.error) as error, result.value as result, result.pos is not null as has_result, p.value as progress, (date_part('epoch', p.at) * 1000)::float8 as progress_at_ms,
       case when r.job_id is not null then nullif(r.run_at, 'infinity') end as run_at
  from unnest($1::bigint[]) w (job_id)
  left join lateral (select * from pawl.later r where r.job_id = w.job_id limit 1) r on true
  left join lateral (select * from pawl.attempts_of(w.job_id) a order by a.pos desc limit 1) a on true
  left join lateral (select * from pawl.dead d where d.job_id = w.job_id limit 1) d on r.job_id is null and a.pos is null
  left join lateral (select * from pawl.outcome o where o.pos = a.pos limit 1) o on r.job_id is null
  left join lateral (
    select pg_visible_in_snapshot(a.xid, l.base) or (pg_visible_in_snapshot(a.xid, l.win) and (a.xid, a.pos) <= (l.xid, l.pos)) as leased
      from pawl.lease l where l.lane = a.lane order by l.turn desc limit 1
  ) last on r.job_id is null and o.pos is null
  left join lateral (select * from pawl.result v where v.pos = a.pos limit 1) result on o.kind = 'succeeded'
  left join lateral (select * from pawl.progress p where p.job_id = w.job_id limit 1) p on true
 where r.job_id is not null or a.pos is not null or d.job_id is not null
