-- How long until the next row of `later` is due, in ms; no row when none waits for a time. Locks: none. Index: later_due.
select greatest(0, extract(epoch from run_at - clock_timestamp()) * 1000)::float8 as ms
  from pawl.later where run_at < 'infinity' order by run_at limit 1
