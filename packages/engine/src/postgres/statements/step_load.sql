-- All that is kept of a job's steps, in the order in which they were reached. until_ms: how long until a sleep ends, from now.
-- $1 job. Locks: none. Index: step's primary key.
select kind, name, at, done, until, (extract(epoch from until - clock_timestamp()) * 1000)::float8 as until_ms, signal is not null as came,
       value is null as nothing, value
  from pawl.step where job_id = $1 order by at, kind, name
