-- The health of sources. $1 one name, or null for all. Locks: none.
select name, state, failure_streak, probe_at, paused_until, last_success_at, last_failure_at, last_error, requests, hits, deferrals,
       per_minute, burst, tokens, quota, quota_left
  from pawl.source_health where $1::text is null or name = $1 order by name
