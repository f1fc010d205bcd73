-- How long, in ms, until a queue with a start rate may start again: when the oldest start that still counts falls out.
-- $1 queue, $2 the rate's limit, $3 its window in ms. Locks: none. Index: start_recent.
with recent as (
  select at, sum(starts) over (order by at desc) as newer from pawl.start
   where queue = $1 and at > statement_timestamp() - $3::float8 * interval '1 ms'
)
select coalesce(max(extract(epoch from at - clock_timestamp()) * 1000 + $3), 0)::float8 as ms
  from recent where newer >= $2
