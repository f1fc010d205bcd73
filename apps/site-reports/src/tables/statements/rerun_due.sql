-- What is due to be analysed again, the longest due first, and put off until its next time. Times that nobody was there for are not
-- made up for.
-- $1 most rows
-- Locks: the rows it returns; those that somebody holds are left to the next look. Index: rerun_due.
with due as (
  select id
    from site_reports.rerun
   where paused_at is null
     and next_run_at <= now()
   order by next_run_at
   limit $1
     for no key update skip locked
)
update site_reports.rerun r
   set next_run_at = r.next_run_at + r.every_ms * interval '1 ms' * ceil((extract(epoch from now() - r.next_run_at) * 1000 + 1) / r.every_ms)
  from due
 where r.id = due.id
returning r.id, r.address
