-- An attempt of a stage begins. Says whether the attempt before it was lost with its failure uncounted, and whether the report has
-- failed already. The commit of a mere note waits for no disk: a PostgreSQL that crashes then forgets a retry, and no work.
-- $1 id, $2 stage, $3 this attempt, $4 the earlier attempts of the same job that were lost
-- Locks: the row. Index: report_pkey.
with before as (
  select id, status, coalesce(attempt = any ($4::bigint[]), false) as was_lost
    from site_reports.report where id = $1 for no key update
)
update site_reports.report r
   set attempt = $3, current_step = $2
  from before
 where r.id = before.id
returning before.was_lost, before.status = 'failed' as has_failed,
          case when not before.was_lost then set_config('synchronous_commit', 'off', true) end as synchronous_commit
