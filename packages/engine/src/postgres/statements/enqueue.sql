-- Appends first attempts to their lanes, and tells the workers. Positions come back in the order of the bodies.
-- $1 lanes, $2 bodies, $3 max_attempts, $4 start_before, $5 traces, $6 lanes to wake as text, '' for nobody.
-- Locks: none that wait; NOTIFY takes a short lock at commit, hence one for the whole batch.
with appended as (
  insert into pawl.attempt (lane, body, max_attempts, start_before, trace)
  select j.lane, j.body::json, j.max_attempts, j.start_before, j.trace
    from unnest($1::int[], $2::text[], $3::smallint[], $4::timestamptz[], $5::text[])
         j (lane, body, max_attempts, start_before, trace)
  returning pos
)
select array_to_string(array_agg(pos), ',') as ids, case when $6 <> '' then pg_notify('pawl_line', $6)::text end as woken
  from appended
