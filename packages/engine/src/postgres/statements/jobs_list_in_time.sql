-- A page of jobs in all states that were created in some time, newest first. $1 below and $2 from which number, $3 lanes or null, $4
-- and $5 when they were created, $6 how many, $7 how many rows to look at. Locks: none. Indexes: see the walks.
select place::text, xid::text, position::text, stopped, job
  from pawl.show_found(array(
    select f from pawl.walk_attempts($1, $2, $3::int[], '{succeeded,failed,cancelled}', true, true, $4, $5, $6, $7) f
    union all
    select f from pawl.walk_again($1, $2, $3::int[], '{succeeded,failed,cancelled}', true, $4, $5, $6, $7) f
    union all
    select f from pawl.walk_later($1, $2, $3::int[], '{scheduled,retry,deferred,parked,waiting}', $4, $5, $6, $7) f
    union all
    select f from pawl.walk_dead($1, $2, $3::int[], true, $4, $5, $6, $7) f), $1, null, $6)
