-- A row that another program has inserted is under way; nothing when a report of its address is.
-- $1 id, $2 address
-- Locks: the row. Index: report_pkey, report_under_way.
update site_reports.report
   set address = $2, status = 'in-progress', current_step = 'website-analysis', in_progress = true, model_failures = 0,
       failure_code = null, failure = null, completed_at = null, started_at = now(), updated_at = now()
 where id = $1
   and not exists (select from site_reports.report o where o.address = $2 and o.in_progress)
returning id
