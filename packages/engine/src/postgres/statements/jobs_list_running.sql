-- A page of jobs that run, newest first: from the workers, so it reads what they hold and nothing else. $1 below and $2 from which
-- number, $3 lanes or null, $4 and $5 when they were created, $6 how many. Locks: none. Indexes: those of pawl.held.
select place::text, xid::text, position::text, stopped, job
  from pawl.show_found(array(
    select row(h.job_id, h.job_id, h.pos, null, false)::pawl.found
      from pawl.held($3::int[]) h
     cross join lateral (select a.created_at from pawl.attempt a where a.pos = h.pos limit 1) a
     where h.started and h.job_id < $1 and h.job_id >= $2 and a.created_at between $4 and $5
     order by h.job_id desc limit $6), $1, 'running', $6::int)
