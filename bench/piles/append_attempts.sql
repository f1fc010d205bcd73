-- Appends attempts of jobs that were enqueued a day ago, in one transaction. A worker that meets one of them has met a ghost:
-- they are numbered -1. $1 lane, $2 the first position, $3 the last. Locks: none that wait. Indexes: those of attempt, all
-- written to.
insert into pawl.attempt (pos, job_id, lane, body, max_attempts, created_at, run_at)
select pos, pos, $1, '{"n": -1}', 3, now() - interval '1 day', now() - interval '1 day'
  from generate_series($2::bigint, $3::bigint) pos
