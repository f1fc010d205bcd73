-- All queues that the database has heard of, from jobs, pauses or workers: what waits in them and runs, and what their workers have
-- ended in the last minute. $1 up to how many are counted. Locks: none. Indexes: see pawl.queue_depth; later_of_lane.
select q.name as queue, exists (select from pawl.queue p where p.name = q.name and p.paused_at is not null) as paused,
       d.pending, greatest(0, d.scheduled - r.retryable) as scheduled, r.retryable, d.running, d.exact,
       case when d.oldest_pending_at is not null
            then greatest(0, extract(epoch from clock_timestamp() - d.oldest_pending_at) * 1000)::float8 end as oldest_age_ms,
       coalesce(done.ended, 0) as ended, coalesce(done.failed, 0) as failed
  from (select l.queue as name from pawl.lane l
        union
        select p.name from pawl.queue p
        union
        select unnest(w.queues) from pawl.worker w where w.stopped_at is null) q
 cross join lateral pawl.queue_depth(q.name, $1) d
 cross join lateral (
   select count(*) as retryable
     from (select from pawl.lane l join pawl.later r on r.lane = l.id and r.reason = 'retry' where l.queue = q.name limit $1 + 1) r
 ) r
  left join (
   select p->>'queue' as queue, sum((p->>'ended')::bigint)::bigint as ended, sum((p->>'failed')::bigint)::bigint as failed
     from pawl.worker w cross join lateral jsonb_array_elements(w.pools) p
    where w.heartbeat_at > clock_timestamp() - interval '1 minute' and w.lost_at is null
    group by 1
 ) done on done.queue = q.name
 order by q.name
