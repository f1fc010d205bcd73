-- Like enqueue, for jobs whose ids were reserved before (follow-ups that are written with their parent's completion).
-- $1 lanes, $2 bodies, $3 max_attempts, $4 start_before, $5 traces, $6 lanes to wake, $7 ids.
with appended as (
  insert into pawl.attempt (lane, body, max_attempts, start_before, trace, job_id)
  select j.lane, j.body::json, j.max_attempts, j.start_before, j.trace, j.job_id
    from unnest($1::int[], $2::text[], $3::smallint[], $4::timestamptz[], $5::text[], $7::bigint[])
         j (lane, body, max_attempts, start_before, trace, job_id)
  returning job_id
)
select array_to_string(array_agg(job_id), ',') as ids, case when $6 <> '' then pg_notify('pawl_line', $6)::text end as woken
  from appended
