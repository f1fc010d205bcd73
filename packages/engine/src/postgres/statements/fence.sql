-- The first statement of job.commit: no row means that the lease is lost and nothing may be written.
-- $1 worker, $2 lane, $3 turn, $4 claim, $5 position, $6 worker number, $7 how long its handler has run, in ms, or null.
-- Locks: the new row; waits for a transaction that is writing the same outcome. Indexes: primary keys of lease, outcome.
insert into pawl.outcome (pos, kind, worker, duration_ms)
select $5, 'succeeded', $6, $7
 where exists (select from pawl.lease where lane = $2 and turn = $3 and worker = $1::uuid and claim = $4)
on conflict do nothing
returning pos
