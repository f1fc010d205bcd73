-- The markets with their health.
-- Locks: none. Index: none: source has five rows.
select name, title, enabled, rate_limit_per_minute, failure_streak, last_success_at, last_failure_at, paused_until
  from coin_prices.sources
