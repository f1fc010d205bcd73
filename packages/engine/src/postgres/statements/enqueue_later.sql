-- Writes jobs that must wait for their time. An instant stands as it is; a delay counts on PostgreSQL's clock.
-- $1 lanes, $2 bodies, $3 max_attempts, $4 start_before, $5 traces, $6 ids or null, $7 run_at, $8 delay in ms.
with written as (
  insert into pawl.later (job_id, run_at, created_at, lane, deferrals, reason, max_attempts, failures, crashes, body,
                          start_before, trace)
  select coalesce(j.job_id, nextval('pawl.position')),
         coalesce(j.run_at, clock_timestamp() + j.delay_ms * interval '1 ms'), now(), j.lane, 0, 'scheduled',
         j.max_attempts, 0, 0, j.body::json, j.start_before, j.trace
    from unnest($1::int[], $2::text[], $3::smallint[], $4::timestamptz[], $5::text[], $6::bigint[], $7::timestamptz[],
                $8::float8[]) j (lane, body, max_attempts, start_before, trace, job_id, run_at, delay_ms)
  returning job_id
)
select array_to_string(array_agg(job_id), ',') as ids from written
