-- A page of jobs with this key, newest first. $1 below and $2 from which number, $3 lanes or null, $4 and $5 when they were created,
-- $6 how many, $7 how many rows to look at, $8 state or null, $9 below which position its attempts are, $10 key. Locks: none.
-- Indexes: attempt_key, backwards, later_key, primary keys of key and dead.
select place::text, xid::text, position::text, stopped, job
  from pawl.show_found(array(
    select f from pawl.walk_key($10, $9, $3::int[], '{succeeded,failed,cancelled}', true, $4, $5, $6, $7) f
    union all
    (select row(r.job_id, r.job_id, 0, null, false)::pawl.found from pawl.later r
      where r.key = $10 and ($3::int[] is null or r.lane = any ($3)) and r.job_id < $1 and r.job_id >= $2
        and r.created_at between $4 and $5
      order by r.job_id desc limit $6)
    union all
    -- a dead letter whose history is gone, as long as it holds the key
    select row(d.job_id, d.job_id, 0, null, false)::pawl.found
      from (select distinct l.type from pawl.lane l) t
      join pawl.key k on k.type = t.type and k.key = $10
      join pawl.dead d on d.job_id = k.job_id
     where ($3::int[] is null or d.lane = any ($3)) and d.job_id < $1 and d.job_id >= $2 and d.created_at between $4 and $5
       and not exists (select from pawl.attempt a where a.pos = d.pos)), $1, $8, $6::int)
