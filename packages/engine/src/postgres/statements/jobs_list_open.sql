-- A page of jobs of many lanes that stand in line, were claimed ahead or are parked, newest first: found among all that have not
-- ended. $1 below and $2 from which place, $3 lanes or null, $4 and $5 when they were created, $6 how many, $7 how many rows to
-- look at. Locks: none. Indexes: see the walks.
select place::text, xid::text, position::text, stopped, job
  from pawl.show_found(array(
    select f from pawl.walk_attempts($1, $2, $3::int[], '{}', true, false, $4, $5, $6, $7) f
    union all
    select f from pawl.walk_later($1, $2, $3::int[], '{parked}', $4, $5, $6, $7) f), $1, 'pending', $6)
