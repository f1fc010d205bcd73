-- Like settle_succeeded, for jobs that leave a result, tied or not: outcome, result and what they give back are one statement.
-- $1 worker, $2 lanes, $3 turns, $4 claims, $5 positions ascending, $6 lease of each, $7 durations, $8 worker number,
-- $9 results as JSON. Locks: the new rows, the keys, the groups.
-- Indexes: primary keys of lease, outcome, attempt; key_job; group_slot_job.
with proven as materialized (
  select p.i
    from unnest($2::int[], $3::bigint[], $4::bigint[]) with ordinality p (lane, turn, claim, i)
   cross join lateral (select worker, claim from pawl.lease l where l.lane = p.lane and l.turn = p.turn limit 1) l
   where l.worker = $1 and l.claim = p.claim
), settled as (
  insert into pawl.outcome (pos, kind, worker, duration_ms)
  select s.pos, 'succeeded', $8, s.duration_ms
    from unnest($5::bigint[], $6::bigint[], $7::int[]) s (pos, i, duration_ms)
    join proven using (i)
   order by s.pos
  on conflict do nothing
  returning pos
), kept as (
  insert into pawl.result (pos, value)
  select s.pos, r.value::jsonb from settled s join unnest($5::bigint[], $9::text[]) r (pos, value) on r.pos = s.pos
), tied as materialized (
  select a.job_id from settled s cross join lateral (select * from pawl.attempt a where a.pos = s.pos limit 1) a
   where a.key is not null or a.group_name is not null
), released as (
  delete from pawl.key where mode = 'live' and job_id = any (array(select job_id from tied))
)
select count(*)::int as settled,
       (select pawl.release_slots(array_agg(job_id))::text from tied having count(*) > 0) as released
  from settled
