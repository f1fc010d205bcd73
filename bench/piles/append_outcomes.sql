-- Settles positions as succeeded. $1 the first, $2 the last, $3 the number of the worker. Locks: none that wait.
-- Indexes: outcome's primary key, written to.
insert into pawl.outcome (pos, at, kind, worker, duration_ms)
select pos, now() - interval '23 hours', 'succeeded', $3, 1
  from generate_series($1::bigint, $2::bigint) pos
