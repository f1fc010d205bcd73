-- Takes rows that other programs have inserted or reset, oldest first: they are in progress from here on. Their addresses follow in
-- the same transaction (report_take_address).
-- $1 most rows, $2 ms for which they must be untouched, $3 retries at which a row is left alone
-- Locks: the rows it returns; rows that another transaction has locked are left to the next look. Index: report_to_take_up.
with next as (
  select id
    from site_reports.report
   where not in_progress
     and status in ('not-started', 'in-progress')
     and current_step <> 'completed'
     and retry_count < $3
     and updated_at <= now() - $2 * interval '1 ms'
   order by created_at, id
   limit $1
     for no key update skip locked
), taken as (
  update site_reports.report r
     set status = 'in-progress', in_progress = true, address = null, model_failures = 0, attempt = null,
         current_step = case r.current_step when 'not-started' then 'website-analysis' else r.current_step end,
         failure_code = null, failure = null, completed_at = null, started_at = now(), updated_at = now()
    from next
   where r.id = next.id
  returning r.id, r.url, r.current_step, r.created_at
)
select id, url, current_step as step from taken order by created_at, id
