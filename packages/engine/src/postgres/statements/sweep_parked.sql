-- The next groups in which jobs are parked: how many slots are taken, and the type of the oldest parked job.
-- $1 after this group, $2 how many. Locks: none. Indexes: later_parked (hops from group to group), group_slot's primary key.
with recursive hop as (
  (select r.group_name, r.lane, 1 as n from pawl.later r where r.reason = 'parked' and r.group_name > $1
    order by r.group_name, r.job_id limit 1)
  union all
  select next.group_name, next.lane, hop.n + 1
    from hop cross join lateral (
      select r.group_name, r.lane from pawl.later r where r.reason = 'parked' and r.group_name > hop.group_name
       order by r.group_name, r.job_id limit 1) next
   where hop.n < $2
)
select hop.group_name as group, l.type,
       (select count(*)::int from pawl.group_slot s where s.group_name = hop.group_name) as taken
  from hop join pawl.lane l on l.id = hop.lane
 order by hop.group_name
