-- Claims one attempt from one lane, of a queue without a start rate and without a source: the claim of a worker that had nothing
-- to do, where latency counts. When nothing is in flight, all that is new stands behind the cursor in one span of transaction
-- ids, and one statement finds and leases the first of it. No row: it is not as simple as that, or there is nothing, which
-- pawl.claim finds out. For a connection with the settings of a claim, outside of any transaction.
--
-- The bounds are those of a while ago, from outside, so that its plan opens the partitions in use and no other: to open all of
-- them takes longer than the rest. If positions have moved on beyond them, it leaves the lane alone.
-- The snapshot is older than the lock. Where another claim came first in between, the turn is taken, and nothing is leased. Who
-- takes a job out of its lane holds the lock and leaves no lease: pawl.replace_waiting, for jobs with a key, and pawl.move_waiting,
-- in partitions that were closed before anybody who writes now had begun. Of those jobs the outcome is looked up with a snapshot
-- that is younger than the lock.
--
-- The window becomes what is visible now: nothing that is visible was in flight in the window before, so that all of it up to the
-- cursor is leased. Once the first that is new lies beyond the window before, that one is used up and becomes the base.
--
-- $1 worker, $2 claim, $3 lane, $4 and $5 between which positions lines are, $6 the first turn of the present,
-- $7 the first position of the partition in use, which ends at $5.
-- Locks: an advisory lock on the lane, as pawl.claim. Indexes: lease's primary key backwards (newest turn), attempt_line, the
-- primary keys of outcome and worker, queue_paused.
with next as materialized (
  select coalesce(l.next, l.turn + 1) as turn, case when a.xid >= pg_snapshot_xmax(l.win) then l.win else l.base end as base, a.*
    from (select l.base, l.win, l.xid, l.pos, l.next, l.turn from pawl.lease l
           where l.lane = $3::int and l.turn >= $6::bigint and l.turn < $6 + 4294967295
           order by l.turn desc limit 1) l
   cross join lateral (select a.pos, a.xid, a.job_id, a.created_at, a.max_attempts, a.failures, a.crashes, a.deferrals, a.body,
                              a.start_before, a.trace, a.key, a.group_name
                         from pawl.attempt a
                        where a.lane = $3 and (a.xid, a.pos) > (l.xid, l.pos) and a.xid < pg_snapshot_xmax(pg_current_snapshot())
                          and a.pos >= $4::bigint and a.pos < $5::bigint
                        order by a.xid, a.pos limit 1) a
   where current_setting('transaction_isolation') = 'read committed'
     and pg_snapshot_xmin(pg_current_snapshot()) = pg_snapshot_xmax(pg_current_snapshot())
     and pg_snapshot_xmin(l.base) = pg_snapshot_xmax(l.base) and pg_snapshot_xmin(l.win) = pg_snapshot_xmax(l.win)
     and pg_snapshot_xmax(l.win) <= pg_snapshot_xmax(pg_current_snapshot())
     and a.group_name is null
     -- read after the snapshot was taken: all that is visible in it was given a position before; and its partition is not closed
     and (select s.last_value + 1 < $5 from pawl.position s)
     and exists (select from pawl.worker w where w.id = $1::uuid and w.lost_at is null and w.stopped_at is null)
     and not exists (select from pawl.queue q where q.paused_at is not null)
     and pg_try_advisory_xact_lock('pawl.lane'::regclass::oid::int, $3)
), leased as (
  insert into pawl.lease (lane, turn, next, worker, claim, base, win, xid, pos, positions)
  select $3, n.turn, case when n.turn + 1 < $6 then $6 end, $1, $2::bigint, n.base, pg_current_snapshot(), n.xid, n.pos,
         int8multirange(int8range(n.pos, n.pos, '[]'))
    from next n
  on conflict do nothing
  returning turn
)
select n.turn::text as turn, n.pos::text as pos, n.max_attempts::text as max_attempts,
       ((date_part('epoch', n.created_at) * 1000)::bigint)::text as created_ms, n.body::text as body,
       -- as in pawl.next_offers
       case when n.job_id <> n.pos or n.start_before is not null or n.trace is not null or n.key is not null
         then json_build_object('jobId', n.job_id, 'failures', n.failures, 'crashes', n.crashes, 'deferrals', n.deferrals,
                'trace', n.trace, 'key', n.key, 'group', null, 'expired', n.start_before < clock_timestamp())::text end as rest,
       case when case when n.key is null and n.pos >= $7::bigint
                   then exists (select from pawl.outcome o where o.pos = n.pos and o.pos >= $4 and o.pos < $5)
                   else pawl.settled_by_now(n.pos) end then n.pos::text end as settled
  from leased, next n
