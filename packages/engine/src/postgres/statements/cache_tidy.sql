-- Removes a batch of what is of no use any more: entries past their time, then those that were not used for the longest time of
-- sources that have more than they may, and flights that are over. $1 sources, $2 the most bytes of each, $3 of all others,
-- $4 how many rows of each kind, and of each such source. Locks: the rows it removes; what another one is changing is left alone.
-- Indexes: cache_entry_gone, cache_entry_used, cache_flight_expires, the primary keys.
with gone as (
  delete from pawl.cache_entry where (key, variant) in (
    select key, variant from pawl.cache_entry where gone_at <= (select clock_timestamp()) order by gone_at limit $4
       for update skip locked)
  returning 1
), heavy as materialized (
  select e.source, sum(e.size) - coalesce(max(l.bytes), $3::float8) as too_much
    from pawl.cache_entry e left join unnest($1::text[], $2::float8[]) l (source, bytes) on l.source = e.source
   where e.gone_at > (select clock_timestamp())
   group by e.source having sum(e.size) > coalesce(max(l.bytes), $3::float8)
), oldest as (
  select o.key, o.variant, h.too_much, sum(o.size) over (partition by h.source order by o.used_at, o.key, o.variant) - o.size as before
    from heavy h cross join lateral (
      select e.key, e.variant, e.size, e.used_at from pawl.cache_entry e
       where e.source = h.source and e.gone_at > (select clock_timestamp()) order by e.used_at limit $4) o
), surplus as (
  delete from pawl.cache_entry where (key, variant) in (
    select e.key, e.variant from pawl.cache_entry e join oldest o using (key, variant) where o.before < o.too_much
       for update of e skip locked)
  returning 1
), over as (
  delete from pawl.cache_flight where (key, variant) in (
    select key, variant from pawl.cache_flight where expires_at <= (select clock_timestamp()) order by expires_at limit $4
       for update skip locked)
  returning 1
)
select (select count(*)::int from gone) as gone, (select count(*)::int from surplus) as surplus,
       (select count(*)::int from over) as flights
