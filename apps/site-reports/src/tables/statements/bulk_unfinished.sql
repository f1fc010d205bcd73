-- The reports of a list that have not ended, to be cancelled.
-- $1 list
-- Locks: none. Index: bulk_report_pkey, report_pkey.
select r.id
  from site_reports.bulk_report br
  join site_reports.report r on r.id = br.report_id
 where br.bulk_id = $1
   and r.status in ('not-started', 'in-progress')
 order by r.id
