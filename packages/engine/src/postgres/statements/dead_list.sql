-- A page of dead letters that nobody has decided on, newest first. $1 queue or null, $2 type or null, $3 reason or null,
-- $4 before this time or null, $5 how many. Locks: none. Index: dead_open backwards.
select 'job_' || d.job_id::text as id, l.queue, l.type, l.version, d.reason, d.error, d.died_at, d.failures::int,
       d.crashes::int, d.deferrals, d.created_at
  from pawl.dead d join pawl.lane l on l.id = d.lane
 where d.ended_at is null and ($1::text is null or l.queue = $1) and ($2::text is null or l.type = $2)
   and ($3::text is null or d.reason = $3) and ($4::timestamptz is null or d.died_at < $4)
 order by d.died_at desc
 limit $5
