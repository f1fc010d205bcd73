-- Rows that another program has inserted and nobody has taken up, oldest first.
-- $1 most rows, $2 ms for which they must be untouched, $3 retries at which a row is left alone
-- Locks: the rows it returns, until they are taken up; those that somebody holds are left to the next look.
-- Index: report_not_started.
select id, url
  from site_reports.report
 where status = 'not-started'
   and current_step = 'not-started'
   and not in_progress
   and retry_count < $3
   and updated_at <= now() - $2 * interval '1 ms'
 order by created_at, id
 limit $1
   for no key update skip locked
