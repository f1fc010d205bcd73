-- A page of jobs that succeeded, or were cancelled, and were created in some time, newest first. $1 below and $2 from which number,
-- $3 lanes or null, $4 and $5 when they were created, $6 how many, $7 how many rows to look at, $8 which. Locks: none.
-- Indexes: see the walks.
select place::text, xid::text, position::text, stopped, job
  from pawl.show_found(array(
    select f from pawl.walk_ended($1, $2, $3::int[], $8, true, $4, $5, $6, $7) f
    union all
    select f from pawl.walk_again($1, $2, $3::int[], array[$8], false, $4, $5, $6, $7) f), $1, $8, $6)
