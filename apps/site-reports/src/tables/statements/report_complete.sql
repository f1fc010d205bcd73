-- A report is done.
-- $1 id, $2 model, $3 prompt tokens, $4 completion tokens, $5 cost or null
-- Locks: the row. Index: report_pkey.
update site_reports.report
   set status = 'completed', current_step = 'completed', in_progress = false, model = $2, prompt_tokens = $3,
       completion_tokens = $4, cost = $5, failure_code = null, failure = null, completed_at = now(), updated_at = now()
 where id = $1
