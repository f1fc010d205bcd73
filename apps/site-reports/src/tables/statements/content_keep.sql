-- The report as people get it.
-- $1 id, $2 content
-- Locks: the row. Index: report_content_pkey.
insert into site_reports.report_content (report_id, content) values ($1, $2)
on conflict (report_id) do update set content = excluded.content
