-- A page of jobs of few lanes that succeeded, or were cancelled, newest first. $1 below and $2 from which place, $3 lanes, $4 and
-- $5 when they were created, $6 how many, $7 how many rows to look at, $8 which, $9 and $10 where the walk along the lanes goes
-- on, as transaction id and position, $11 the oldest transaction id that can be meant. Locks: none. Indexes: see the walk.
select place::text, xid::text, position::text, stopped, job
  from pawl.show_found(array(
    select f from pawl.walk_lanes($9, $10, $11, $2, $3::int[], array[$8], false, false, $4, $5, $6, $7) f), $1, $8, $6)
