-- Like enqueue_one, and hands the job to the worker that stands by at its lane, if one does: the lease is appended in the same
-- transaction, and the notification brings the job along. Else the job stands in line, and all are told. A transaction of its own.
--
-- Let X be its transaction id. Where X is the end of its snapshot, and nothing is in flight below that, all that has an id below X had
-- ended before: what the lane has of it is visible here, and behind the cursor there is none. Before the cursor all was leased, as
-- nothing was in flight in the window either. So, to whoever sees this lease, all up to X has ended and was leased, and the window
-- X+1 says just that; it holds no other attempt of X. The window before, which is used up, becomes the base, as for any claim.
-- Where the lease that is read here is no longer the newest, the turn is taken, and nothing is leased.
-- Whoever gives a worker up, or lets it leave, has an id above X, as this snapshot has not seen it: once all that is older has
-- ended nobody can hand it anything (worker_bury).
-- The worker's connection that listens holds a lock. Where it can be had, even shared, nobody would hear of the job. And one whose
-- event loop did not go round at its last heartbeat would hear of it late.
--
-- $1 lane, $2 body, $3 max_attempts, $4 lanes to wake as text, $5 and $6 between which positions lines are, $7 the first turn of
-- the present. The bounds are those of a while ago, as in claim_one.
-- Locks: as enqueue; advisory ones on the lane, if it can be handed over, or shared on the worker, if nobody hears, until the commit.
-- Indexes: lease's primary key backwards (newest turn), attempt_line, worker's primary key, queue_paused.
with newest as materialized (
  select coalesce(l.next, l.turn + 1) as turn, l.worker, l.claim, l.win, w.number
    from (select l.turn, l.next, l.worker, l.claim, l.win, l.xid, l.pos, l.standby from pawl.lease l
           where l.lane = $1::int and l.turn >= $7::bigint and l.turn < $7 + 4294967295
           order by l.turn desc limit 1) l
   cross join lateral (select w.number from pawl.worker w
                        where w.id = l.worker and w.lost_at is null and w.stopped_at is null and w.blocked_ms < 1000 limit 1) w
    left join lateral (select a.pos from pawl.attempt a
                        where a.lane = $1 and (a.xid, a.pos) > (l.xid, l.pos) and a.pos >= $5::bigint and a.pos < $6::bigint
                        order by a.xid, a.pos limit 1) waiting on true
   where l.standby and waiting.pos is null
     and current_setting('transaction_isolation') = 'read committed'
     and pg_snapshot_xmin(pg_current_snapshot()) = pg_snapshot_xmax(pg_current_snapshot())
     and pg_snapshot_xmin(l.win) = pg_snapshot_xmax(l.win) and pg_snapshot_xmax(l.win) <= pg_snapshot_xmax(pg_current_snapshot())
     and not exists (select from pawl.queue q where q.paused_at is not null)
), appended as (
  insert into pawl.attempt (lane, body, max_attempts) values ($1, $2::json, $3::smallint)
  returning pos, xid, created_at
), handed as (
  insert into pawl.lease (lane, turn, next, worker, claim, at, base, win, xid, pos, positions, ahead)
  select $1, n.turn, case when n.turn + 1 < $7 then $7 end, n.worker,
         -- after a crash that has forgotten a hand-over the turn is given out again, and then this tells one from the other
         n.claim + (1 + floor(random() * 1048575))::bigint * 4294967296,
         clock_timestamp(), n.win, w.win, a.xid, a.pos, p.positions,
         p.positions   -- ahead: that it was leased does not tell that it was heard of, and started
    from newest n cross join appended a
   cross join lateral (select int8multirange(int8range(a.pos, a.pos, '[]')) as positions) p
   cross join lateral (select format('%1$s:%1$s:', a.xid::text::bigint + 1)::pg_snapshot as win) w
   where a.xid = pg_snapshot_xmax(pg_current_snapshot())
     -- read after the snapshot was taken: all that is visible in it was given a position before
     and (select s.last_value + 1 < $6 from pawl.position s)
     and not pg_try_advisory_xact_lock_shared('pawl.worker'::regclass::oid::int, n.number)
     and pg_try_advisory_xact_lock('pawl.lane'::regclass::oid::int, $1)
  on conflict do nothing
  returning turn, worker, claim
)
select a.pos::text as ids,
       case when h.turn is not null
              then pg_notify('pawl_worker_' || h.worker, concat_ws(' ', $1, h.turn, h.claim, a.pos, $3,
                             (date_part('epoch', a.created_at) * 1000)::bigint, $2))::text
            else pg_notify('pawl_line', $4::text)::text end as woken,
       (h.turn is not null)::text as handed
  from appended a left join handed h on true
