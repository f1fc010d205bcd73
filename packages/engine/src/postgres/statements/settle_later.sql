-- Settles attempts as retryable or deferred: the outcome and the row in `later` are one statement.
-- $1 worker, $2 lanes, $3 turns, $4 claims, $5 positions ascending, $6 lease of each, $7 durations, $8 worker number,
-- $9 kinds (retryable, deferred), $10 delays in ms, $11 errors as JSON or null, $12 those that give back their group's slot,
-- $13 those that leave the quarantine with their crashes forgotten.
-- Locks: the new rows, the groups. Indexes: primary keys of lease, outcome, attempt.
with proven as materialized (
  select p.i
    from unnest($2::int[], $3::bigint[], $4::bigint[]) with ordinality p (lane, turn, claim, i)
   cross join lateral (select worker, claim from pawl.lease l where l.lane = p.lane and l.turn = p.turn limit 1) l
   where l.worker = $1 and l.claim = p.claim
), settled as (
  insert into pawl.outcome (pos, kind, worker, duration_ms, detail)
  select s.pos, s.kind::pawl.outcome_kind, $8, s.duration_ms, s.error::jsonb
    from unnest($5::bigint[], $6::bigint[], $7::int[], $9::text[], $11::text[]) s (pos, i, duration_ms, kind, error)
    join proven using (i)
   order by s.pos
  on conflict do nothing
  returning pos, kind, detail
), waiting as (
  insert into pawl.later (job_id, run_at, created_at, lane, deferrals, reason, max_attempts, failures, crashes, body,
                          start_before, replays, trace, key, group_name, error)
  select a.job_id, clock_timestamp() + d.delay_ms * interval '1 ms', a.created_at, coalesce(line.id, a.lane),
         a.deferrals + (s.kind = 'deferred')::int,
         case s.kind when 'retryable' then 'retry' else 'deferred' end, a.max_attempts,
         a.failures + (s.kind = 'retryable')::int, case when s.pos <> all ($13::bigint[]) then a.crashes else 0 end, a.body,
         -- a retry was started in time; a deferral was not tried, and still has to be
         case s.kind when 'deferred' then a.start_before end, a.replays, a.trace, a.key, a.group_name, s.detail
    from settled s
    join unnest($5::bigint[], $10::float8[]) d (pos, delay_ms) on d.pos = s.pos
    cross join lateral (select * from pawl.attempt a where a.pos = s.pos limit 1) a
    join pawl.lane here on here.id = a.lane
    -- an attempt that failed did not kill its worker: its retry leaves the quarantine. A deferral may not have tried, and stays
    left join pawl.lane line on (here.place = 'front' or s.kind = 'retryable' or s.pos = any ($13::bigint[])) and line.place = 'line' and line.queue = here.queue
         and line.type = here.type and line.version = here.version and line.priority = here.priority
         and line.source = here.source
)
select count(*)::int as settled,
       (select pawl.release_slots(array_agg(a.job_id))::text
          from settled s cross join lateral (select * from pawl.attempt a where a.pos = s.pos limit 1) a
         where s.pos = any ($12::bigint[]) having count(*) > 0) as released
  from settled
