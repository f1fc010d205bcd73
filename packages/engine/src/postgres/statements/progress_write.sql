-- Writes the progress of a running attempt, as long as its lease is ours and no outcome stands.
-- $1 worker, $2 lane, $3 turn, $4 claim, $5 position, $6 job id, $7 value as JSON.
-- Locks: the job's row. Indexes: primary keys of lease, outcome, progress.
insert into pawl.progress (job_id, value)
select $6, $7::jsonb
 where exists (select from pawl.lease where lane = $2 and turn = $3 and worker = $1::uuid and claim = $4)
   and not exists (select from pawl.outcome where pos = $5)
on conflict (job_id) do update set value = excluded.value, at = now()
returning job_id
