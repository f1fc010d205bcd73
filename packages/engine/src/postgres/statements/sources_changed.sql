-- The sources whose gates have changed since then. $1 the instant of the last look, or null. Some more, as a change is written
-- before it can be seen. Locks: none.
select clock_timestamp()::text as now,
       array(select name from pawl.source where changed_at >= $1::timestamptz - interval '10 s'
             union select source from pawl.bucket where given_back_at >= $1::timestamptz - interval '10 s') as names
