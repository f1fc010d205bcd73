-- Puts attempts that were claimed and not started, or cut off, back at the front: outcome and new attempt are one statement.
-- $1 worker, $2 lanes, $3 turns, $4 claims, $5 positions ascending, $6 lease of each, $7 worker number,
-- $8 the front lane of each, $9 lanes to wake as text, $10 those that were started, and in time. Locks: the new rows. Indexes: primary keys of lease, outcome, attempt.
with proven as materialized (
  select p.i
    from unnest($2::int[], $3::bigint[], $4::bigint[]) with ordinality p (lane, turn, claim, i)
   cross join lateral (select worker, claim from pawl.lease l where l.lane = p.lane and l.turn = p.turn limit 1) l
   where l.worker = $1 and l.claim = p.claim
), settled as (
  insert into pawl.outcome (pos, kind, worker)
  select s.pos, 'deferred', $7
    from unnest($5::bigint[], $6::bigint[]) s (pos, i)
    join proven using (i)
   order by s.pos
  on conflict do nothing
  returning pos
), appended as (
  insert into pawl.attempt (job_id, created_at, lane, deferrals, max_attempts, failures, crashes, body, start_before,
                            replays, trace, key, group_name)
  select a.job_id, a.created_at, f.front, a.deferrals + 1, a.max_attempts, a.failures, a.crashes, a.body,
         case when a.pos <> all ($10::bigint[]) then a.start_before end, a.replays, a.trace, a.key, a.group_name
    from settled s
    join unnest($5::bigint[], $8::int[]) f (pos, front) on f.pos = s.pos
    cross join lateral (select * from pawl.attempt a where a.pos = s.pos limit 1) a
   order by s.pos
)
select count(*)::int as settled, pg_notify('pawl_line', $9)::text as woken from settled
