-- What happened with sources in one process. $1 names in order, $2 kinds, $3 counts, $4 errors, $5 ms, $6 classes, $7 jobs.
-- Locks: see pawl.tell_sources.
select was, is_now, put_off from pawl.tell_sources($1::text[], $2::text[], $3::int[], $4::text[], $5::float8[], $6::text[], $7::bigint[])
