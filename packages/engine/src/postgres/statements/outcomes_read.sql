-- What attempts came to that the snapshot $1 does not show: counted, and the newest $3 one by one, the oldest first. What was moved
-- to another partition came to nothing. $2: none of them is older than this (epoch, ms). $4: those alone that this snapshot shows; null
-- for all. $5: the run times of those that have one are counted by these bounds in ms, ascending; null for none. `snapshot` is the one of
-- this statement.
-- Locks: none. Indexes: see pawl.outcomes_since; primary keys of attempt and lane, worker's number.
with settled as materialized (
  select o.pos, o.at, o.kind::text as outcome, o.duration_ms, o.detail, o.worker, a.job_id, a.attempt, l.queue, l.type
    from pawl.outcomes_since($1::text::pg_snapshot, to_timestamp($2::float8 / 1000), $4::text::pg_snapshot) o
   cross join lateral (select a.job_id, a.lane, a.failures + a.crashes + 1 as attempt from pawl.attempt a where a.pos = o.pos limit 1) a
   cross join lateral (select l.queue, l.type from pawl.lane l where l.id = a.lane limit 1) l
   where o.kind <> 'moved'
), counts as (
  select s.queue, s.type, s.outcome, s.detail ->> 'class' as "errorClass", count(*) as count
    from settled s group by s.queue, s.type, s.outcome, s.detail ->> 'class'
), runs as (
  select s.queue, s.type, s.outcome, count(*) as count, sum(s.duration_ms) as ms,
         -- a bound is counted with what is shorter: run times are whole numbers, so half of one decides
         ($5::float8[])[1 + width_bucket(s.duration_ms - 0.5::float8, $5::float8[])] as "upToMs"
    from settled s where s.duration_ms is not null and $5::float8[] is not null
   group by s.queue, s.type, s.outcome, "upToMs"
), newest as (
  select 'job_' || s.job_id::text as id, s.queue, s.type, s.attempt, s.outcome, s.at, s.duration_ms as "durationMs", w.name as worker,
         case when s.detail is not null then jsonb_strip_nulls(jsonb_build_object(
           'name', s.detail -> 'name', 'message', s.detail -> 'message', 'class', s.detail -> 'class')) end as error
    from (select * from settled s order by s.at desc, s.pos desc limit $3) s
    left join lateral (select w.name from pawl.worker w where w.number = s.worker limit 1) w on true
   order by s.at, s.pos
)
select pg_current_snapshot()::text as snapshot,
       coalesce((select json_agg(c order by c.queue, c.type, c.outcome, c."errorClass") from counts c), '[]') as counts,
       coalesce((select json_agg(r) from runs r), '[]') as runs,
       coalesce((select json_agg(n) from newest n), '[]') as newest
