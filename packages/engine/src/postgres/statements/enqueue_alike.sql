-- Like enqueue, for jobs that differ in their bodies only: the bodies come as one JSON array, which is quicker to send and to read.
-- $1 lane, $2 bodies, $3 max_attempts, $4 lanes to wake as text, '' for nobody. Locks: as enqueue.
with appended as (
  insert into pawl.attempt (pos, job_id, lane, body, max_attempts)
  select j.pos, j.pos, $1::int, j.value, $3::smallint
    from (select nextval('pawl.position') as pos, value from json_array_elements($2::json) offset 0) j
  returning pos
)
select array_to_string(array_agg(pos), ',') as ids, case when $4 <> '' then pg_notify('pawl_line', $4)::text end as woken
  from appended
