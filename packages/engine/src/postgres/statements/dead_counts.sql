-- How many dead letters of each queue nobody has decided on; of one lane up to 100,000 are counted.
-- Locks: none. Index: dead_lane.
select l.queue, sum(d.count)::bigint as count
  from pawl.lane l
 cross join lateral (select count(*) from (select from pawl.dead d where d.lane = l.id and d.ended_at is null limit 100000) d) d
 where d.count > 0
 group by l.queue order by l.queue
