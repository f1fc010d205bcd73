-- Keeps until when a job sleeps, as long as the attempt is ours, and says how long that is from now, in ms. No row: it is not
-- ours. Repeated, it changes nothing.
-- $1 worker, $2 lane, $3 turn, $4 claim, $5 position, $6 job, $7 name, $8 the instant, or null and $9 how many ms from now.
-- Locks: see pawl.hold_attempt; the step. Indexes: step's primary key, those of pawl.hold_attempt.
insert into pawl.step (job_id, kind, name, until)
select $6::bigint, 'sleep', $7::text, coalesce($8::timestamptz, clock_timestamp() + $9::float8 * interval '1 ms')
 where pawl.hold_attempt($1::uuid, $2::int, $3::bigint, $4::bigint, $5::bigint)
on conflict (job_id, kind, name) do update set name = excluded.name
returning (extract(epoch from until - clock_timestamp()) * 1000)::float8 as ms
