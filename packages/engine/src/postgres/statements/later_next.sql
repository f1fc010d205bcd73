-- How long until the next row of `later` is due, in ms; null when nothing waits. Locks: none. Index: later_due.
select greatest(0, extract(epoch from min(run_at) - clock_timestamp()) * 1000)::float8 as ms from pawl.later
