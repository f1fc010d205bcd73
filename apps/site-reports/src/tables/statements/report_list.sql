-- A page of reports, the newest first.
-- $1 before this id or null, $2 most rows, $3 status or null, $4 address or null
-- Locks: none. Index: report_pkey, report_of_status or report_of_address, by what is asked for.
select id, url, address, status, current_step, retry_count, failure_code, failure, title, model, model_calls, prompt_tokens,
       completion_tokens, cost::float8 as cost, created_at, updated_at, started_at, completed_at, share_hash is not null as is_shared
  from site_reports.report
 where ($1::bigint is null or id < $1)
   and ($3::text is null or status = $3)
   and ($4::text is null or address = $4)
 order by id desc
 limit $2
