-- Finds or makes a lane. Runs on the engine's own connection, never in a caller's transaction: others would wait for it.
-- $1 queue, $2 type, $3 version, $4 priority, $5 source, $6 place. Locks: the new row. Index: the unique key of lane.
with made as (
  insert into pawl.lane (queue, type, version, priority, source, place)
  select $1, $2, $3, $4, $5, $6
   where not exists (select from pawl.lane where queue = $1 and type = $2 and version = $3 and priority = $4
                                             and source = $5 and place = $6)
  on conflict do nothing
  returning id
)
select id from made
union all
select id from pawl.lane where queue = $1 and type = $2 and version = $3 and priority = $4 and source = $5 and place = $6
limit 1
