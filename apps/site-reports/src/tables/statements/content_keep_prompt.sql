-- What a model will be asked; a report of an earlier prompt is gone.
-- $1 id, $2 prompt
-- Locks: the row. Index: report_content_pkey.
insert into site_reports.report_content (report_id, prompt) values ($1, $2)
on conflict (report_id) do update set prompt = excluded.prompt, content = null
