-- The two newest reports of an address that are done, the newest first: what a comparison is made of.
-- $1 address
-- Locks: none. Index: report_of_address.
select id
  from site_reports.report
 where address = $1
   and status = 'completed'
 order by id desc
 limit 2
