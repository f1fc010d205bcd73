-- How many attempts wait in these lanes, up to 10 in each. $1 lanes. Locks: none. Indexes: those of pawl.offered_by_lane.
select count(*)::int as waiting
  from unnest($1::int[]) lane
 cross join lateral (select from pawl.offered_by_lane(lane, pg_current_snapshot(), 10)) offered
