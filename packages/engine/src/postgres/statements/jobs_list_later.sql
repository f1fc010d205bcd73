-- A page of jobs that wait for their time, newest first. $1 below and $2 from which number, $3 lanes or null, $4 and $5 when they
-- were created, $6 how many, $7 how many rows to look at, $8 why they wait. Locks: none. Index: later's primary key, backwards.
select place::text, xid::text, position::text, stopped, job
  from pawl.show_found(array(
    select f from pawl.walk_later($1, $2, $3::int[], $8::text[], $4, $5, $6, $7) f), $1, null, $6)
