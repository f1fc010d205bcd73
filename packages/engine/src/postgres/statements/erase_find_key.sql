-- Jobs of a type with this key, ended or not. $1 type, $2 key. Locks: none. Indexes: attempt_key, later_key; reads all dead letters.
select distinct f.job_id
  from (select a.job_id, a.lane from pawl.attempt a where a.key = $2
        union all
        select r.job_id, r.lane from pawl.later r where r.key = $2
        union all
        select d.job_id, d.lane from pawl.dead d where d.key = $2) f
  join pawl.lane l on l.id = f.lane
 where l.type = $1
 order by 1
