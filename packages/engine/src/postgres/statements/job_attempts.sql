-- The attempts of a job with what each came to, when and where. $1 its number. Locks: none. Indexes: those of pawl.attempts_of.
select a.pos, a.failures + a.crashes + 1 as number, a.run_at, o.kind::text as outcome, o.at as settled_at, o.duration_ms,
       o.detail as error, w.name as worker
  from pawl.attempts_of($1) a
  left join pawl.outcome o on o.pos = a.pos
  left join pawl.worker w on w.number = o.worker
 order by a.pos
