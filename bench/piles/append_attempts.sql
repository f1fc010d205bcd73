-- Appends attempts of jobs that were enqueued a day ago, in one transaction. A worker that meets one of them has met a ghost:
-- they are numbered -1. $1 lane, $2 how many. Locks: none that wait. Indexes: those of attempt, all written to.
insert into pawl.attempt (lane, body, max_attempts, created_at, run_at)
select $1, '{"n": -1}', 3, now() - interval '1 day', now() - interval '1 day'
  from generate_series(1, $2::int)
