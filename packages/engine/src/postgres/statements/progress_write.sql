-- Writes the progress of a running attempt, as long as it is ours. held: false if it is not, null if somebody is about to take it
-- away, so that nothing was written.
-- $1 worker, $2 lane, $3 turn, $4 claim, $5 position, $6 job id, $7 value as JSON.
-- Locks: see pawl.hold_attempt, without waiting for it; the job's row.
-- Indexes: progress's primary key, those of pawl.hold_attempt.
with held as materialized (
  select pawl.hold_attempt($1::uuid, $2::int, $3::bigint, $4::bigint, $5::bigint, false) as held
), written as (
  insert into pawl.progress (job_id, value)
  select $6::bigint, $7::jsonb from held where held
  on conflict (job_id) do update set value = excluded.value, at = clock_timestamp()
)
select held from held
