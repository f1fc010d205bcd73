-- Whether a worker stands by, where the answer of stand_by was lost: the turn that follows. No row: it never did, or a thousand
-- leases have followed since. $1 worker, $2 lane, $3 claim. Locks: none. Index: lease's primary key backwards (newest turn).
select coalesce(l.next, l.turn + 1)::text as follows
  from (select l.turn, l.next, l.worker, l.claim, l.standby from pawl.lease l where l.lane = $2::int order by l.turn desc limit 1000) l
 where l.standby and l.worker = $1::uuid and l.claim = $3::bigint
 limit 1
