-- A list, and how many of its reports are where.
-- $1 list
-- Locks: none. Index: bulk_pkey, bulk_report_pkey, report_pkey.
select b.id, b.name, b.refused, b.created_at,
       count(r.id)::int as total,
       count(r.id) filter (where r.status in ('not-started', 'in-progress'))::int as unfinished,
       count(r.id) filter (where r.status = 'completed')::int as completed,
       count(r.id) filter (where r.status = 'failed')::int as failed,
       count(r.id) filter (where r.status = 'cancelled')::int as cancelled,
       sum(r.cost)::float8 as cost
  from site_reports.bulk b
  left join site_reports.bulk_report br on br.bulk_id = b.id
  left join site_reports.report r on r.id = br.report_id
 where b.id = $1
 group by b.id
