-- The newest job of a type with this key, finished or not. $1 type, $2 key. Locks: none. Indexes: attempt_key, later_key.
select 'job_' || f.job_id::text as id
  from (select a.job_id, a.lane from pawl.attempt a where a.key = $2
        union all
        select r.job_id, r.lane from pawl.later r where r.key = $2) f
  join pawl.lane l on l.id = f.lane
 where l.type = $1
 order by f.job_id desc
 limit 1
