-- One report, without what is large.
-- $1 id
-- Locks: none. Index: report_pkey.
select id, url, address, status, current_step, retry_count, failure_code, failure, title, model, model_calls, prompt_tokens,
       completion_tokens, cost::float8 as cost, created_at, updated_at, started_at, completed_at, share_hash is not null as is_shared
  from site_reports.report
 where id = $1
