-- What is due for a poll, the longest due first, put off until its poll has ended or was given up: the poll itself says when the
-- next one comes, so a row is in line once however long its source is away.
-- $1 most rows, $2 ms until a poll that never ended is enqueued anew, $3 ms between two looks of the schedule
-- Locks: the rows it returns, for update; those that somebody holds are left to the next look.
-- Index: series_source_due.
with due as (
  select id
    from chapters.series_source
   where paused_at is null
     and next_check_at <= now()
   order by next_check_at
   limit $1
     for no key update skip locked
)
update chapters.series_source s
   set next_check_at = now() + $2 * interval '1 ms'
  from due
 where s.id = due.id
returning s.id, s.source_name, s.source_id, s.sync_priority,
          floor(extract(epoch from now()) * 1000 / $3)::bigint as tick
