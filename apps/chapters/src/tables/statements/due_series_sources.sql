-- Takes the sources that are due for a poll, tier by tier (HOT, WARM, COLD), the longest due of a tier first. Each is put off until its
-- poll ends or is given up: the poll sets the real time, so a row has one poll however long its source is away.
-- $1 most rows, $2 ms until a poll that never ended is enqueued again, $3 ms between two ticks of the schedule
-- Locks: the rows it returns, for no key update; rows that are locked are left to the next tick.
-- Index: series_source_due.
with hot as (
  select id from chapters.series_source
   where paused_at is null and sync_priority = 'HOT' and next_check_at <= now()
   order by next_check_at
   limit $1
     for no key update skip locked
), warm as (
  select id from chapters.series_source
   where paused_at is null and sync_priority = 'WARM' and next_check_at <= now()
   order by next_check_at
   limit $1 - (select count(*) from hot)
     for no key update skip locked
), cold as (
  select id from chapters.series_source
   where paused_at is null and sync_priority = 'COLD' and next_check_at <= now()
   order by next_check_at
   limit $1 - (select count(*) from hot) - (select count(*) from warm)
     for no key update skip locked
), due as (
  select id from hot union all select id from warm union all select id from cold
)
update chapters.series_source s
   set next_check_at = now() + $2 * interval '1 ms'
  from due
 where s.id = due.id
returning s.id, s.source_name, s.source_id, s.sync_priority,
          floor(extract(epoch from now()) * 1000 / $3)::bigint as tick
