-- A page of dead letters that nobody has decided on, newest first. $1 queue or null, $2 type or null, $3 reason or null,
-- $4 after this one in that order, or null for the first page, $5 how many. A batch dies at one instant, so the order goes on
-- by id. Locks: none. Indexes: dead_open backwards, dead's primary key.
with page as (
  select 'infinity'::timestamptz as died_at, 9223372036854775807 as job_id where $4::bigint is null
  union all
  select died_at, job_id from pawl.dead where job_id = $4
)
select 'job_' || d.job_id::text as id, l.queue, l.type, l.version, d.reason, d.error, d.died_at, d.failures::int,
       d.crashes::int, d.deferrals, d.created_at
  from page join pawl.dead d on (d.died_at, d.job_id) < (page.died_at, page.job_id) join pawl.lane l on l.id = d.lane
 where d.ended_at is null and ($1::text is null or l.queue = $1) and ($2::text is null or l.type = $2)
   and ($3::text is null or d.reason = $3)
 order by d.died_at desc, d.job_id desc
 limit $5
