-- The reports of a list, in the order in which they were made.
-- $1 list, $2 after this id or null, $3 most rows
-- Locks: none. Index: bulk_report_pkey, report_pkey.
select r.id, r.url, r.address, r.status, r.current_step, r.retry_count, r.failure_code, r.failure, r.title, r.model, r.model_calls, r.prompt_tokens,
       r.completion_tokens, r.cost::float8 as cost, r.created_at, r.updated_at, r.started_at, r.completed_at, r.share_hash is not null as is_shared
  from site_reports.bulk_report br
  join site_reports.report r on r.id = br.report_id
 where br.bulk_id = $1
   and ($2::bigint is null or br.report_id > $2)
 order by br.report_id
 limit $3
