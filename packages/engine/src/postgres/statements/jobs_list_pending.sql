-- A page of jobs that stand in line, newest first, with those that were claimed ahead or are parked. $1 below and $2 from which number,
-- $3 lanes, $4 and $5 when they were created, $6 how many, $7 how many rows to look at, $8 and $9 where the walk along the lines
-- goes on, as transaction id and position. Locks: none. Indexes: see the walks and pawl.held.
select place::text, xid::text, position::text, stopped, job
  from pawl.show_found(array(
    select f from pawl.walk_line($8, $9, $3::int[], $4, $5, $6, $7) f
    union all
    select f from pawl.walk_later_lanes($1, $2, $3::int[], '{parked}', $4, $5, $6, $7) f
    union all
    (select row(h.job_id, h.job_id, h.pos, null, false)::pawl.found
       from pawl.held($3::int[]) h
      cross join lateral (select a.created_at from pawl.attempt a where a.pos = h.pos limit 1) a
      where not h.started and h.job_id < $1 and h.job_id >= $2 and a.created_at between $4 and $5
      order by h.job_id desc limit $6)), $1, 'pending', $6::int)
