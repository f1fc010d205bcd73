-- Settles attempts as failed for good: the outcome and the dead letter are one statement.
-- $1 worker, $2 lanes, $3 turns, $4 claims, $5 positions ascending, $6 lease of each, $7 durations, $8 worker number,
-- $9 reasons, $10 errors as JSON or null. The key stays with the dead letter, the group's slot is given back.
-- Locks: the new rows, the groups. Indexes: primary keys of lease, outcome, attempt.
with proven as materialized (
  select p.i
    from unnest($2::int[], $3::bigint[], $4::bigint[]) with ordinality p (lane, turn, claim, i)
   cross join lateral (select worker, claim from pawl.lease l where l.lane = p.lane and l.turn = p.turn limit 1) l
   where l.worker = $1 and l.claim = p.claim
), settled as (
  insert into pawl.outcome (pos, kind, worker, duration_ms, detail)
  select s.pos, 'failed', $8, s.duration_ms, s.error::jsonb
    from unnest($5::bigint[], $6::bigint[], $7::int[], $10::text[]) s (pos, i, duration_ms, error)
    join proven using (i)
   order by s.pos
  on conflict do nothing
  returning pos, detail
), buried as (
  insert into pawl.dead (job_id, pos, created_at, lane, deferrals, max_attempts, failures, crashes, reason, body, replays,
                         trace, key, group_name, error)
  select a.job_id, a.pos, a.created_at, a.lane, a.deferrals, a.max_attempts,
         a.failures + (r.reason in ('permanent', 'exhausted'))::int, a.crashes, r.reason, a.body, a.replays, a.trace, a.key, a.group_name, s.detail
    from settled s
    join unnest($5::bigint[], $9::text[]) r (pos, reason) on r.pos = s.pos
    cross join lateral (select * from pawl.attempt a where a.pos = s.pos limit 1) a
)
select count(*)::int as settled,
       (select pawl.release_slots(array_agg(a.job_id))::text
          from settled s cross join lateral (select * from pawl.attempt a where a.pos = s.pos limit 1) a
         where a.group_name is not null having count(*) > 0) as released
  from settled
