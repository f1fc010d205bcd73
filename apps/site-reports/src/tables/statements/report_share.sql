-- Another address under which a report is shown to people without an account; null for none.
-- $1 id, $2 hash of its token or null
-- Locks: the row. Index: report_pkey.
update site_reports.report set share_hash = $2::bytea where id = $1 returning id
