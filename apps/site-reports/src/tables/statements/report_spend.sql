-- What calls to a model came to is added to what a report has cost before.
-- $1 id, $2 model, $3 calls, $4 prompt tokens, $5 completion tokens, $6 cost or null
-- Locks: the row. Index: report_pkey.
update site_reports.report
   set model = $2, model_calls = model_calls + $3, prompt_tokens = coalesce(prompt_tokens, 0) + $4,
       completion_tokens = coalesce(completion_tokens, 0) + $5, cost = coalesce(cost + $6::numeric, $6, cost)
 where id = $1
