-- Like enqueue, for jobs that differ in their bodies only: the bodies come as one JSON array, which is quicker to send and to read.
-- Positions come back as 'first-last' where no others were given out in between, which they rarely are; else as a list.
-- $1 lane, $2 bodies, $3 max_attempts, $4 lanes to wake as text, '' for nobody. Locks: as enqueue.
with appended as (
  insert into pawl.attempt (pos, job_id, lane, body, max_attempts)
  select j.pos, j.pos, $1::int, j.value, $3::smallint
    from (select nextval('pawl.position') as pos, value from json_array_elements($2::json) offset 0) j
  returning pos
)
select case when max(pos) - min(pos) = count(*) - 1 then min(pos) || '-' || max(pos)
            else (select array_to_string(array_agg(pos), ',') from appended) end as ids,
       case when $4 <> '' then pg_notify('pawl_line', $4)::text end as woken
  from appended
