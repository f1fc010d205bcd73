-- The health of sources, by name. $1 names, or null for all; $2 the name after which the page begins, or null; $3 how many, or null.
-- Locks: none. Index: source's primary key.
select name, state, failure_streak, probe_at, paused_until, last_success_at, last_failure_at, last_error, requests, hits, deferrals,
       per_minute, burst, tokens, quota, quota_left
  from pawl.source_health where ($1::text[] is null or name = any ($1)) and ($2::text is null or name > $2) order by name limit $3::bigint
