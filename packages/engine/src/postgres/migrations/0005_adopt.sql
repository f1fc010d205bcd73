-- Moving house. A ledger restored from a dump, or received by logical replication, brings transaction ids of another cluster.
-- Where those lie in the future of this one, claims refuse or would wait for years; adopting gives everything a place in the
-- present. Ids of the past are fine as they are.

-- Does this ledger speak of transactions that have not happened here, or of ids that were not given out here (logical
-- replication leaves sequences behind)? Indexes: lease's primary key, attempt_line, each from its end.
create function pawl.is_foreign() returns boolean stable language sql as $$
  select exists (
    select from pawl.lane l
     where (select pg_snapshot_xmax(s.win) > pg_snapshot_xmax(pg_current_snapshot())
              from pawl.lease s where s.lane = l.id order by s.turn desc limit 1)
        or (select a.xid >= pg_snapshot_xmax(pg_current_snapshot())
              from pawl.attempt a where a.lane = l.id order by a.xid desc, a.pos desc limit 1))
      or (select last_value from pawl.position) < (select max(pos) from pawl.attempt)
      or (select last_value from pawl.position) < (select max(first) from pawl.partition where opened_at is not null)
$$;

-- Adopts such a ledger: what was leased or settled becomes history (xid 3, the oldest there is), what waits gets this
-- transaction's id, each lane a cursor in between, and the sequences go on behind what exists. Open leases keep their worker: it is
-- silent here and will be reclaimed. Returns how many attempts wait. Locks: the ledger, exclusively.
create function pawl.adopt() returns bigint language plpgsql as $$
declare
  waiting bigint;
  taken int8multirange;
begin
  lock table pawl.attempt, pawl.lease, pawl.outcome in access exclusive mode;
  -- By positions: to snapshots of another cluster a job that was enqueued here, before adopting, looks as if it had been leased.
  select range_agg(p) into taken from pawl.lease l cross join lateral unnest(l.positions) p;
  create temporary table adopted on commit drop as
    select a.pos from pawl.attempt a
     where not exists (select from pawl.outcome o where o.pos = a.pos) and not coalesce(taken @> a.pos, false);
  update pawl.attempt set xid = '3';
  update pawl.attempt a set xid = pg_current_xact_id() from adopted w where w.pos = a.pos;
  get diagnostics waiting = row_count;
  update pawl.partition set line_ended_at = null;
  update pawl.worker set gone_xid = null where gone_xid is not null;
  insert into pawl.lease (lane, turn, worker, claim, base, win, xid, pos, positions)
  select last.lane, coalesce(last.next, last.turn + 1), last.worker, -1, '4:4:', '4:4:', '3', 9223372036854775807, '{}'
    from pawl.lane l,
         lateral (select * from pawl.lease s where s.lane = l.id order by s.turn desc limit 1) last;
  perform setval('pawl.position', greatest(
    (select last_value from pawl.position), (select coalesce(max(greatest(pos, job_id)), 1) from pawl.attempt),
    (select coalesce(max(job_id), 1) from pawl.later), (select coalesce(max(job_id), 1) from pawl.dead),
    (select coalesce(max(first), 1) from pawl.partition where opened_at is not null)));
  perform pawl.tend_partitions(3, 0, 1000000);
  perform setval(pg_get_serial_sequence('pawl.lane', 'id'), (select coalesce(max(id), 1) from pawl.lane));
  perform setval(pg_get_serial_sequence('pawl.worker', 'number'), (select coalesce(max(number), 1) from pawl.worker));
  return waiting;
end $$;
