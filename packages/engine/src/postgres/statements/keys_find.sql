-- Which jobs hold these keys, and their states. A job that a worker has claimed counts as running. Null: its history is gone, or
-- this transaction does not see it. It looks at the newest lease of a lane alone, where pawl.job looks for the one of the job.
-- $1 types, $2 keys. Locks: none. Indexes: primary keys of key, later, dead, attempt, outcome and lease; attempt_again.
select k.type, k.key, k.job_id,
       coalesce(
         (select case r.reason when 'retry' then 'retryable' when 'parked' then 'pending' else 'scheduled' end
            from pawl.later r where r.job_id = k.job_id),
         (select 'failed' from pawl.dead d where d.job_id = k.job_id),
         case when a.pos is null then null
              when o.kind in ('succeeded', 'failed', 'cancelled') then o.kind::text
              when o.kind is null and (pg_visible_in_snapshot(a.xid, l.base)
                or (pg_visible_in_snapshot(a.xid, l.win) and (a.xid, a.pos) <= (l.xid, l.pos))) then 'running'
              else 'pending' end
       ) as status
  from unnest($1::text[], $2::text[]) w (type, key)
 cross join lateral (select * from pawl.key k where k.type = w.type and k.key = w.key and k.until > clock_timestamp() limit 1) k
  left join lateral (
    select * from (
      (select again.pos, again.xid, again.lane from pawl.attempt again
        where again.job_id = k.job_id and again.job_id <> again.pos order by again.pos desc limit 1)
      union all
      (select first.pos, first.xid, first.lane from pawl.attempt first where first.pos = k.job_id limit 1)
    ) a order by a.pos desc limit 1
  ) a on true
  left join lateral (select o.kind from pawl.outcome o where o.pos = a.pos limit 1) o on true
  left join lateral (select * from pawl.lease l where l.lane = a.lane order by l.turn desc limit 1) l on true
