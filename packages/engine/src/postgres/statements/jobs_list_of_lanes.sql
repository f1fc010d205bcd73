-- A page of jobs of few lanes in all states, newest first. $1 below and $2 from which place, $3 lanes, $4 and $5 when they were
-- created, $6 how many, $7 how many rows to look at, $8 and $9 where the walk along the lanes goes on, as transaction id and
-- position, $10 the oldest transaction id that can be meant. Locks: none. Indexes: see the walks.
select place::text, xid::text, position::text, stopped, job
  from pawl.show_found(array(
    select f from pawl.walk_lanes($8, $9, $10, $2, $3::int[], '{succeeded,failed,cancelled}', true, false, $4, $5, $6, $7) f
    union all
    select f from pawl.walk_later_lanes($1, $2, $3::int[], '{scheduled,retry,deferred,parked,waiting}', $4, $5, $6, $7) f
    union all
    select f from pawl.walk_dead_lanes($1, $2, $3::int[], true, $4, $5, $6, $7) f), $1, null, $6)
