-- A phase of a run begins, or goes on where it stood. $1 run, $2 phase, $3 its place, $4 label, $5 unit.
-- Locks: the row. Index: pipeline_phase's primary key.
insert into pawl.pipeline_phase (run_id, phase, place, label, unit) values ($1, $2, $3, $4, $5)
on conflict (run_id, phase) do update set place = excluded.place
returning done::float8 as done, new::float8 as new, failed::float8 as failed, skipped::float8 as skipped, total::float8 as total,
          finished_at is not null as finished
