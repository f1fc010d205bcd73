-- The report behind a shared address.
-- $1 hash of its token
-- Locks: none. Index: report_share_hash_key, report_content_pkey.
select c.content
  from site_reports.report r
  join site_reports.report_content c on c.report_id = r.id
 where r.share_hash = $1
   and r.status = 'completed'
   and c.content is not null
