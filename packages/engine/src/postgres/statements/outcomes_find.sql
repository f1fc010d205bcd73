-- The outcomes that stand for these positions. $1 positions. Locks: none. Index: outcome's primary key.
select o.pos, o.kind::text as kind, w.id as worker
  from pawl.outcome o left join pawl.worker w on w.number = o.worker
 where o.pos = any ($1::bigint[])
