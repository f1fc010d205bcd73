-- What has not ended in a partition, and the lane of each. $1 its number, $2 after this position, $3 how many at the most.
-- Locks: none. Indexes: see pawl.open_in_partition.
select o.pos, o.lane, o.leased, l.queue, l.type, l.version, l.priority, l.source, l.place
  from pawl.open_in_partition($1, $2, $3) o join pawl.lane l on l.id = o.lane
 order by o.pos
