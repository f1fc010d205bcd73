-- Writes the progress of a running attempt, as long as it is ours. No row: it is not.
-- $1 worker, $2 lane, $3 turn, $4 claim, $5 position, $6 job id, $7 value as JSON.
-- Locks: see pawl.hold_attempt; the job's row. Indexes: progress's primary key, those of pawl.hold_attempt.
insert into pawl.progress (job_id, value)
select $6::bigint, $7::jsonb
 where pawl.hold_attempt($1::uuid, $2::int, $3::bigint, $4::bigint, $5::bigint)
on conflict (job_id) do update set value = excluded.value, at = clock_timestamp()
returning job_id
