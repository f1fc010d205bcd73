-- An address is analysed no more by itself.
-- $1 id
-- Locks: the row. Index: rerun_pkey.
delete from site_reports.rerun where id = $1 returning id
