-- Of these positions those that have not ended, and the lane of each. $1 positions. Locks and indexes: see pawl.open_among.
select o.pos, o.lane, o.leased, l.queue, l.type, l.version, l.priority, l.source, l.place
  from pawl.open_among($1::bigint[]) o join pawl.lane l on l.id = o.lane
 order by o.pos
