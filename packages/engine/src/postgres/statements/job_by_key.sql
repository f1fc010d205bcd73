-- The newest job of a type with this key, finished or not, as long as its history is kept or its key held.
-- $1 type, $2 key. Locks: none. Indexes: attempt_key, later_key, primary keys of key and lane.
select 'job_' || f.job_id::text as id
  from (select a.job_id, l.type from pawl.attempt a join pawl.lane l on l.id = a.lane where a.key = $2
        union all
        select r.job_id, l.type from pawl.later r join pawl.lane l on l.id = r.lane where r.key = $2
        union all
        select k.job_id, k.type from pawl.key k where k.type = $1 and k.key = $2) f
 where f.type = $1
 order by f.job_id desc
 limit 1
