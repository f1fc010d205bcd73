-- Jobs that have not ended, by queue and type, in order of their ids. $1 queue or null, $2 type or null, $3 after this id,
-- $4 how many at the most. Locks: none. Walks what waits and what runs, not the history of ended jobs before $3.
select id from (
  select a.job_id as id from pawl.attempt a join pawl.lane l on l.id = a.lane
   where ($1::text is null or l.queue = $1) and ($2::text is null or l.type = $2) and a.job_id > $3
     and not exists (select from pawl.outcome o where o.pos = a.pos)
  union
  select r.job_id from pawl.later r join pawl.lane l on l.id = r.lane
   where ($1::text is null or l.queue = $1) and ($2::text is null or l.type = $2) and r.job_id > $3
) unsettled
order by id
limit $4
