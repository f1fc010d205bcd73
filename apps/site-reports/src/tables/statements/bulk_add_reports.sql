-- The reports of a list; one that is in it already stays.
-- $1 list, $2 reports
-- Locks: the new rows, and their reports for key share. Index: bulk_report_pkey.
insert into site_reports.bulk_report (bulk_id, report_id)
select $1::bigint, id from unnest($2::bigint[]) id
on conflict do nothing
