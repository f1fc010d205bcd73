-- How many workers are alive, and the names of those that have been silent for a minute and not given up. Locks: none.
select count(*) filter (where lost_at is null)::int as alive,
       coalesce(array_agg(name order by name) filter (where heartbeat_at < clock_timestamp() - interval '1 minute'), '{}') as silent
  from pawl.worker where stopped_at is null
