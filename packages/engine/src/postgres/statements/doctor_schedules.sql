-- Schedules that a live process attends to and that should have fired a minute ago. Locks: none. As many rows as schedules.
select coalesce(array_agg(name order by name), '{}') as late from pawl.schedule
 where paused_at is null and attended_at > clock_timestamp() - interval '1 minute'
   and greatest(next_at, coalesce(retry_at, next_at)) < clock_timestamp() - interval '1 minute'
