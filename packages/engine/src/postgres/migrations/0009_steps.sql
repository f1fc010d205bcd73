-- Steps: parts of a handler whose results are kept, so that a later attempt of the same job does not run them again; and what
-- a handler waits for while its slot is free: a time (sleep) or a signal (wait). Rows stay until retention erases their job.
create table pawl.step (
  job_id bigint not null,
  kind text not null check (kind in ('step', 'sleep', 'wait')),
  name text not null,
  at timestamptz not null default clock_timestamp(),
  done boolean not null default true,   -- false: a wait for what has not come yet
  until timestamptz,                    -- when a sleep ends, or when a wait gives up
  signal bigint,                        -- what a wait got
  value jsonb,
  primary key (job_id, kind, name)
);
-- A job gets each signal once, however many of its waits ask for it at the same time.
create unique index step_signal on pawl.step (job_id, signal) where signal is not null;

-- Signals are kept until their time is over, so that a job gets one that came before it began to wait.
create table pawl.signal (
  id bigint generated always as identity primary key,
  event text not null,
  at timestamptz not null default clock_timestamp(),
  until timestamptz not null,
  payload jsonb not null
);
create index signal_event on pawl.signal (event, id);
create index signal_until on pawl.signal (until);

-- The events for which a job waits.
alter table pawl.later add column events text[];
create index later_events on pawl.later using gin (events) where events is not null;

-- The fence of all that a running attempt writes before its outcome: steps, waits, progress. True: the attempt is ours and
-- open, and nobody can take it away before this transaction ends.
--
-- An outcome is its own fence, by its primary key. A step is another row, so a check alone would not do: between the check and
-- the commit of the step a reclaim could write its outcome, and the next attempt would run while the step of the last one
-- still becomes visible. So a step holds the attempt's row (for key share: steps do not wait for each other), and whoever takes
-- an attempt away from a worker (reclaim, reclaim_dead, cancel_in_line) locks that row (for update) before it writes the
-- outcome. A row lock and not an advisory one: cancelling thousands of jobs at once would not fit into the table of locks,
-- and locks that jobs share would make a job wait for a stranger's step. What a worker settles itself needs no lock: it does so
-- only when each write of the attempt's steps was answered.
--
-- The check is a statement of its own after the lock, hence with a snapshot that shows whoever had the lock before.
-- Without p_wait it answers null, at once, when somebody is about to take the attempt away: progress can be left out, and a
-- cancel of many jobs may have to wait for a long job.commit of one of them.
-- Locks: the attempt's row. Indexes: primary keys of attempt, lease and outcome.
create function pawl.hold_attempt(
  p_worker uuid, p_lane int, p_turn bigint, p_claim bigint, p_pos bigint, p_wait boolean default true
) returns boolean volatile language plpgsql
set enable_seqscan = off set jit = off
as $$
begin
  if p_wait then
    perform from pawl.attempt a where a.pos = p_pos for key share;
  else
    perform from pawl.attempt a where a.pos = p_pos for key share skip locked;
    if not found and exists (select from pawl.attempt a where a.pos = p_pos) then return null; end if;
  end if;
  return found
     and exists (select from pawl.lease l where l.lane = p_lane and l.turn = p_turn and l.worker = p_worker and l.claim = p_claim)
     and not exists (select from pawl.outcome o where o.pos = p_pos);
end $$;

-- Whether a step is on record, when no transaction that could still write it is open. Locks: the attempt's row, against all
-- steps of that attempt. Indexes: primary keys of attempt and step.
create function pawl.step_stands(p_pos bigint, p_job bigint, p_name text) returns boolean volatile language plpgsql
set enable_seqscan = off set jit = off
as $$
begin
  perform from pawl.attempt a where a.pos = p_pos for update;
  return exists (select from pawl.step s where s.job_id = p_job and s.kind = 'step' and s.name = p_name);
end $$;

-- One at a time for each event, until the end of the transaction: who begins to wait and who sends must see each other.
-- Class = oid of pawl.signal.
create function pawl.lock_event(p_event text) returns void language sql as $$
  select pg_advisory_xact_lock('pawl.signal'::regclass::oid::int, hashtext(p_event))
$$;

-- The oldest signal for a job that it has not got yet: sent since the job was enqueued, and not after its wait was over.
-- Indexes: signal_event, step_signal.
create function pawl.signal_for(p_job bigint, p_created_at timestamptz, p_event text, p_until timestamptz)
returns pawl.signal stable language sql as $$
  select s.* from pawl.signal s
   where s.event = p_event and s.at >= p_created_at and s.at <= coalesce(p_until, 'infinity') and s.until > clock_timestamp()
     and not exists (select from pawl.step t where t.job_id = p_job and t.signal = s.id)
   order by s.id limit 1
$$;

-- Asks for a signal. state: 'lost' (the attempt is not ours any more), 'came' (value is its payload), 'over' (its time has
-- passed without one), 'open' (it has to be waited for, at most so many ms; null: for ever). What it came to is kept as a step.
-- Locks: the attempt's row as pawl.hold_attempt does, the step. Indexes: primary keys of attempt and step; see pawl.signal_for.
create function pawl.await_signal(
  p_worker uuid, p_lane int, p_turn bigint, p_claim bigint, p_pos bigint,
  p_name text,                  -- of the wait
  p_event text,
  p_timeout_ms float8           -- from now, when it is asked for the first time; null: none
) returns table (state text, value jsonb, ms float8) language plpgsql
set enable_seqscan = off set jit = off
as $$
declare
  a pawl.attempt;
  w pawl.step;
  s pawl.signal;
begin
  state := 'lost';
  if not pawl.hold_attempt(p_worker, p_lane, p_turn, p_claim, p_pos) then return next; return; end if;
  select * into a from pawl.attempt where pos = p_pos;
  insert into pawl.step (job_id, kind, name, done, until)
  values (a.job_id, 'wait', p_name, false, clock_timestamp() + p_timeout_ms * interval '1 ms')
  on conflict do nothing;
  select t.* into w from pawl.step t where t.job_id = a.job_id and t.kind = 'wait' and t.name = p_name;
  if not w.done then
    s := pawl.signal_for(a.job_id, a.created_at, p_event, w.until);
    w.done := s.id is not null or coalesce(w.until <= clock_timestamp(), false);
    if w.done then
      update pawl.step t set done = true, signal = s.id, value = s.payload
       where t.job_id = a.job_id and t.kind = 'wait' and t.name = p_name
      returning t.* into w;
    end if;
  end if;
  state := case when not w.done then 'open' when w.signal is not null then 'came' else 'over' end;
  value := w.value;
  ms := extract(epoch from w.until - clock_timestamp()) * 1000;
  return next;
end $$;

-- Puts a job back until its time has come or one of these events, and gives its slot back. It has been started, so it does not
-- expire any more. Returns 'waiting'; 'woken' if a signal came in between; null if the attempt is not ours any more.
-- Locks: the events, before all else; the new rows; the group. Indexes: primary keys of lease, attempt, outcome; see pawl.signal_for.
create function pawl.suspend(
  p_worker uuid, p_lane int, p_turn bigint, p_claim bigint, p_pos bigint,
  p_number int,
  p_duration_ms int,
  p_events text[],
  p_delay_ms float8,            -- null: for ever
  p_detail jsonb,
  p_gives_back boolean          -- its slot of its group
) returns text language plpgsql
set enable_seqscan = off set jit = off
as $$
declare
  a pawl.attempt;
  v_woken boolean;
begin
  perform pawl.lock_event(e) from (select distinct e from unnest(p_events) e order by 1) e (e);
  if not exists (select from pawl.lease l where l.lane = p_lane and l.turn = p_turn and l.worker = p_worker and l.claim = p_claim)
  then return null; end if;
  insert into pawl.outcome (pos, kind, worker, duration_ms, detail) values (p_pos, 'deferred', p_number, p_duration_ms, p_detail)
  on conflict do nothing;
  if not found then return null; end if;

  select * into a from pawl.attempt where pos = p_pos;
  v_woken := exists (select from unnest(p_events) e where (pawl.signal_for(a.job_id, a.created_at, e, null)).id is not null);
  insert into pawl.later (job_id, run_at, created_at, lane, deferrals, reason, max_attempts, failures, crashes, body, replays,
                          trace, key, group_name, error, events)
  select a.job_id,
         case when v_woken then clock_timestamp() when p_delay_ms is null then 'infinity'
              else clock_timestamp() + p_delay_ms * interval '1 ms' end,
         a.created_at, coalesce(line.id, a.lane), a.deferrals + 1, 'deferred', a.max_attempts, a.failures, a.crashes, a.body,
         a.replays, a.trace, a.key, a.group_name, p_detail, case when cardinality(p_events) > 0 and not v_woken then p_events end
    from pawl.lane here
    -- handed back or not, a job that had its turn waits in the ordinary line; a suspect stays one
    left join pawl.lane line on here.place = 'front' and line.place = 'line' and line.queue = here.queue
         and line.type = here.type and line.version = here.version and line.priority = here.priority
         and line.source = here.source
   where here.id = a.lane;
  if p_gives_back and a.group_name is not null then perform pawl.release_slots(array[a.job_id]); end if;
  return case when v_woken then 'woken' else 'waiting' end;
end $$;

-- Sends a signal: it is kept for so long, and the jobs that wait for it go into line. Returns how many. Each one removes some
-- whose time is over.
-- Locks: the event, before all else; the rows it moves. Indexes: later_events, signal_until.
create function pawl.send_signal(p_event text, p_payload jsonb, p_keep_ms float8) returns int language plpgsql
set enable_seqscan = off set jit = off
as $$
declare
  v_woken int;
  v_lanes text;
begin
  perform pawl.lock_event(p_event);
  insert into pawl.signal (event, until, payload)
  values (p_event, clock_timestamp() + p_keep_ms * interval '1 ms', p_payload);
  with woken as (
    delete from pawl.later r where r.events @> array[p_event] returning *
  ), appended as (
    insert into pawl.attempt (job_id, created_at, run_at, lane, deferrals, max_attempts, failures, crashes, body, start_before,
                              replays, trace, key, group_name)
    select job_id, created_at, clock_timestamp(), lane, deferrals, max_attempts, failures, crashes, body, start_before, replays,
           trace, key, group_name from woken order by job_id
    returning lane
  )
  select count(*), string_agg(distinct lane::text, ',') into v_woken, v_lanes from appended;
  if v_woken > 0 then perform pg_notify('pawl_line', case when length(v_lanes) > 7900 then '*' else v_lanes end); end if;
  delete from pawl.signal where id = any (array(
    select id from pawl.signal where until <= statement_timestamp() order by until limit 100 for update skip locked));
  return v_woken;
end $$;
