-- Makes dead letters of jobs that are parked under their group and were not started in time. Each gets an attempt that is settled at
-- once, so that history tells of it. They hold no slot of their group, so nobody has to be brought back. $1 how many at the most.
-- Locks: the rows it removes, those that somebody brings back or cancels are passed over; the new rows. Index: later_parked_late.
with late as (
  delete from pawl.later
   where job_id = any (array(
     select r.job_id from pawl.later r where r.reason = 'parked' and r.start_before < now()
      order by r.start_before limit $1 for update skip locked))
  returning *
), appended as (
  insert into pawl.attempt (job_id, created_at, lane, deferrals, max_attempts, failures, crashes, body, replays, trace, key, group_name)
  select job_id, created_at, lane, deferrals, max_attempts, failures, crashes, body, replays, trace, key, group_name
    from late order by job_id
  returning *
), settled as (
  insert into pawl.outcome (pos, kind, detail)
  select pos, 'failed', '{"name":"ExpiredError","message":"its group was full until its time was up"}' from appended order by pos
  returning pos, detail
), buried as (
  insert into pawl.dead (job_id, pos, created_at, lane, deferrals, max_attempts, failures, crashes, reason, body, replays, trace, key, group_name,
                         error)
  select a.job_id, a.pos, a.created_at, a.lane, a.deferrals, a.max_attempts, a.failures, a.crashes, 'expired', a.body, a.replays,
         a.trace, a.key, a.group_name, s.detail
    from appended a join settled s on s.pos = a.pos
)
select coalesce(json_agg(json_build_array(a.job_id, l.type, l.queue)), '[]') as expired from appended a join pawl.lane l on l.id = a.lane
