-- A page of jobs of few lanes that have failed, newest first. $1 below and $2 from which number, $3 lanes, $4 and $5 when they
-- were created, $6 how many, $7 how many rows to look at. Locks: none. Index: dead_of_lane, backwards.
select place::text, xid::text, position::text, stopped, job
  from pawl.show_found(array(select f from pawl.walk_dead_lanes($1, $2, $3::int[], false, $4, $5, $6, $7) f), $1, null, $6)
