-- Lets time pass for all that waits, by moving it towards now. $1 ms. For tests: it reads and changes whole tables.
-- Locks: the rows it changes.
with passed as materialized (
  select $1::float8 * interval '1 ms' as by
), later as (
  update pawl.later set run_at = run_at - by, start_before = start_before - by from passed
), attempt as (
  update pawl.attempt set start_before = start_before - by from passed where start_before is not null
), key as (
  update pawl.key set until = until - by from passed where mode = 'window'
), start as (
  update pawl.start set at = at - by from passed
), step as (
  update pawl.step set until = until - by from passed where until is not null
), signal as (
  update pawl.signal set until = until - by from passed
), schedule as (
  update pawl.schedule set next_at = next_at - by, retry_at = retry_at - by from passed
)
select by from passed
