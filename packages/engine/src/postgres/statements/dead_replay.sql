-- Replays dead letters: a new job each, with fresh counters, that points to what it replays; the letter points back.
-- A key goes on to the new job. $1 ids, $2 bodies in their place or null, $3 lanes in the place of theirs or null. Locks: the letters and their keys; those that another person is deciding on are passed over.
-- Indexes: dead's primary key.
with letter as (
  select d.*, b.body as new_body, b.lane as new_lane, nextval('pawl.position') as new_id
    from (select d.* from pawl.dead d where d.job_id = any ($1::bigint[]) and d.ended_at is null for update skip locked) d
    join (select distinct on (b.job_id) b.* from unnest($1::bigint[], $2::text[], $3::int[]) b (job_id, body, lane)) b
         on b.job_id = d.job_id
), appended as (
  insert into pawl.attempt (job_id, lane, max_attempts, body, replays, trace, key, group_name)
  select l.new_id, coalesce(l.new_lane, line.id, l.lane), l.max_attempts, coalesce(l.new_body::json, l.body), l.job_id, l.trace, l.key, l.group_name
    from letter l
    join pawl.lane here on here.id = l.lane
    -- a suspect was cleared by the person who replays it
    left join pawl.lane line on line.place = 'line' and line.queue = here.queue and line.type = here.type
         and line.version = here.version and line.priority = here.priority and line.source = here.source
  returning lane
), handed_on as (
  update pawl.key k set job_id = l.new_id from letter l where k.job_id = l.job_id
), ended as (
  update pawl.dead d set ended_at = clock_timestamp(), ended_as = 'replayed', replayed_as = l.new_id
    from letter l where d.job_id = l.job_id
  returning d.job_id, d.replayed_as, d.lane
)
select coalesce(json_agg(json_build_array(e.job_id, e.replayed_as, l.queue, l.type)), '[]') as replayed,
       (select pg_notify('pawl_line', case when count(*) > 1000 then '*' else string_agg(distinct lane::text, ',') end)::text from appended having count(*) > 0) as woken
  from ended e join pawl.lane l on l.id = e.lane
