-- One dead letter, whole. $1 its job's number. Locks: none. Index: dead's primary key.
select 'job_' || d.job_id::text as id, l.queue, l.type, l.version, d.body, d.reason, d.error, d.died_at, d.failures::int,
       d.crashes::int, d.deferrals, d.max_attempts::int, d.created_at, d.ended_at, d.ended_as,
       'job_' || d.replayed_as::text as replayed_as, 'job_' || d.replays::text as replays
  from pawl.dead d join pawl.lane l on l.id = d.lane
 where d.job_id = $1
