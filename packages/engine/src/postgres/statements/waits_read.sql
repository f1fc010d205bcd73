-- How long attempts stood in line before they were claimed, by the claims of all workers from $1 up to now (epoch, ms; null: tell nothing but
-- the time). A claim is seen when it has committed, which takes a moment: so "now" is a second ago. Of more than $2 the newest.
-- Locks: none. Indexes: lease_worker, primary keys of attempt and lane.
with present as (
  select (date_part('epoch', clock_timestamp() - interval '1 second') * 1000)::float8 as now_ms
), claimed as materialized (
  select l.lane, l.at, p.pos
    from pawl.worker w
   cross join lateral (
     select l.lane, l.at, l.positions from pawl.lease l
      where l.worker = w.id and l.at > to_timestamp($1::float8 / 1000) and l.at <= to_timestamp((select now_ms from present) / 1000)
      order by l.at desc limit $2
   ) l
   cross join lateral unnest(l.positions) taken
   cross join lateral generate_series(lower(taken), upper(taken) - 1) p (pos)
   where w.heartbeat_at > to_timestamp($1::float8 / 1000) - interval '1 minute'
   limit $2
), waits as (
  select lane.queue, lane.type, array_agg(greatest(0, date_part('epoch', c.at - a.run_at) * 1000)::float8) as waits_ms
    from claimed c
   cross join lateral (select a.run_at from pawl.attempt a where a.pos = c.pos and a.lane = c.lane limit 1) a
   cross join lateral (select lane.queue, lane.type from pawl.lane where lane.id = c.lane limit 1) lane
   group by lane.queue, lane.type
)
select p.now_ms, coalesce((select json_agg(json_build_object('queue', w.queue, 'type', w.type, 'waitsMs', w.waits_ms)) from waits w), '[]') as waits
  from present p
