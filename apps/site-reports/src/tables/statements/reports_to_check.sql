-- Reports that are under way and have not moved for a while, those that were checked longest ago first; marked as checked.
-- $1 most rows, $2 ms for which they have not moved
-- Locks: the rows it returns; those that somebody holds are left to the next look. Index: report_to_check.
with stale as (
  select id
    from site_reports.report
   where in_progress
     and updated_at < now() - $2 * interval '1 ms'
     and coalesce(checked_at, '-infinity') < now() - $2 * interval '1 ms'
   order by checked_at nulls first, id
   limit $1
     for no key update skip locked
)
update site_reports.report r set checked_at = now() from stale where r.id = stale.id
returning r.id, coalesce(r.address, r.url) as address
