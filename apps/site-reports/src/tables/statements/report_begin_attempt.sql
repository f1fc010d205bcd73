-- An attempt of a stage begins. Says whether the attempt before it was lost with its failure uncounted, and whether the report has
-- failed already.
-- $1 id, $2 stage, $3 this attempt, $4 the earlier attempts of the same job that were lost
-- Locks: the row. Index: report_pkey.
with before as (
  select id, attempt, status from site_reports.report where id = $1 for no key update
)
update site_reports.report r
   set attempt = $3, current_step = $2
  from before
 where r.id = before.id
returning coalesce(before.attempt = any ($4::bigint[]), false) as was_lost, before.status = 'failed' as has_failed
