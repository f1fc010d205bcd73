-- Keeps what a step returned, as long as the attempt is ours. No row: it is not. Repeated, it changes nothing.
-- $1 worker, $2 lane, $3 turn, $4 claim, $5 position, $6 job, $7 name, $8 value as JSON or null.
-- Locks: see pawl.hold_attempt; the step. Indexes: step's primary key, those of pawl.hold_attempt.
insert into pawl.step (job_id, kind, name, value)
select $6::bigint, 'step', $7::text, $8::jsonb
 where pawl.hold_attempt($1::uuid, $2::int, $3::bigint, $4::bigint, $5::bigint)
on conflict (job_id, kind, name) do update set name = excluded.name
returning job_id
