-- A phase of a run begins, or goes on where it stood. What an attempt that was killed has done and not counted is known from what is
-- left. $1 run, $2 phase, $3 its place, $4 label, $5 unit, $6 how many rows are undone, or null.
-- Locks: the row. Index: pipeline_phase's primary key.
insert into pawl.pipeline_phase as p (run_id, phase, place, label, unit, total) values ($1, $2, $3, $4, $5, $6::bigint)
on conflict (run_id, phase) do update
   set place = excluded.place, done = greatest(p.done, p.total - $6::bigint), total = greatest(p.done, p.total - $6::bigint) + $6::bigint
returning done::float8 as done, new::float8 as new, failed::float8 as failed, skipped::float8 as skipped, total::float8 as total
