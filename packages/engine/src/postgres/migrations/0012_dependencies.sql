-- Dependencies: jobs that wait until others have ended. A waiting job stands in `later` (reason: waiting) with a row here for
-- each job that it waits for. Who ends does not look who waits for it, so that plain jobs pay nothing: a service goes through
-- the jobs that others wait for. Each of those who wait stands under the first of its jobs that has not ended: a thousand that wait
-- for one job are one look, and so is one that waits for a thousand.

create table pawl.waiter (
  job_id bigint primary key,
  on_job bigint not null,          -- the first that had not ended when it was looked at last
  on_failed text not null check (on_failed in ('fail', 'ignore', 'wait')),
  blocked_at timestamptz           -- told that on_job is a dead letter, on which a person has to decide
);

create table pawl.dependency (
  job_id bigint not null,          -- waits …
  on_job bigint not null,          -- … for this one
  ended_as text,                   -- what that came to; kept, so that the one who waited can ask for results
  primary key (job_id, on_job)
);
create index waiter_on on pawl.waiter (on_job, job_id);
create index waiter_not_blocked on pawl.waiter (on_job, job_id) where blocked_at is null;
create index later_waiting on pawl.later (job_id) where reason = 'waiting';
create index dependency_open on pawl.dependency (on_job) where ended_as is null;

-- What a job came to: succeeded, failed, cancelled; null while it has not ended; 'unknown' if there is no such job.
-- A dead letter that was replayed is what its replay comes to; one that was discarded is 'discarded'.
-- Indexes: those of pawl.attempts_of, later's primary key, primary keys of outcome and dead.
create function pawl.ended_as(p_job bigint) returns text stable language plpgsql
set enable_seqscan = off set jit = off
as $$
declare
  v_kind text;
  v_letter pawl.dead;
begin
  loop
    select o.kind::text into v_kind
      from pawl.attempts_of(p_job) a cross join lateral (select * from pawl.outcome o where o.pos = a.pos limit 1) o
     where o.kind in ('succeeded', 'failed', 'cancelled')
     limit 1;
    select * into v_letter from pawl.dead d where d.job_id = p_job;
    if v_letter.replayed_as is not null then
      p_job := v_letter.replayed_as;
      continue;
    end if;
    if v_letter.ended_as = 'discarded' then return 'discarded'; end if;
    if v_letter.job_id is not null then return 'failed'; end if;
    if v_kind is not null then return v_kind; end if;
    if exists (select from pawl.later r where r.job_id = p_job)
       or exists (select from pawl.attempts_of(p_job)) then return null; end if;
    return 'unknown';
  end loop;
end $$;

-- Whether somebody waits for this job, or for a dead letter that it replays, be it at the end of a chain of replays: what becomes of
-- that one is found from letter to letter. Indexes: dependency_open, dead's primary key.
create function pawl.is_awaited(p_job bigint) returns boolean stable language plpgsql
set enable_seqscan = off set jit = off
as $$
begin
  while p_job is not null loop
    if exists (select from pawl.dependency d where d.on_job = p_job and d.ended_as is null) then return true; end if;
    p_job := (select d.replays from pawl.dead d where d.job_id = p_job);
  end loop;
  return false;
end $$;

-- Of the jobs that others wait for, behind this one: which of the next p_n, or a few more, may have ended. Most have not, which is told at a
-- glance, as it is of dead letters on which nobody has decided while all who wait for them know, but for replays. last: where to go on; null after the last.
-- Locks: none. Indexes: waiter_on, waiter_not_blocked, primary keys of later, attempt, outcome and dead.
create function pawl.awaited_jobs(p_after bigint, p_n int, out ended bigint[], out awaited int, out last bigint)
stable language sql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
as $$
  -- A few rows at a time: to step from job to job takes a search each (10 ms for 2,500 jobs in place of 3.3), and where very many wait for
  -- one job not all of them are read.
  with recursive few as (
    select array_agg(distinct w.on_job) as jobs, count(distinct w.on_job) as n, max(w.on_job) as last
      from (select on_job from pawl.waiter where on_job > p_after order by on_job limit 32) w
    union all
    select next.jobs, few.n + next.n, next.last
      from few cross join lateral (
             select array_agg(distinct w.on_job) as jobs, count(distinct w.on_job) as n, max(w.on_job) as last
               from (select on_job from pawl.waiter where on_job > few.last order by on_job limit 32) w
           ) next
     where few.n < p_n and next.n > 0
  ), job as (
    select unnest(few.jobs) as on_job from few
  )
  select coalesce(array_agg(job.on_job order by job.on_job) filter (
           where not exists (select from pawl.later r where r.job_id = job.on_job)
             and not exists (select from pawl.attempt a where a.pos = job.on_job
                                and not exists (select from pawl.outcome o where o.pos = job.on_job))
             and not exists (select from pawl.dead d where d.job_id = job.on_job and d.ended_at is null
                                and not exists (select from pawl.waiter w where w.on_job = job.on_job and w.blocked_at is null))), '{}'),
         count(*)::int, case when count(*) >= p_n then max(job.on_job) end
    from job
$$;

-- Looks at one who waits: lets it go, buries it or reports it if its time has come, and notes for which job it waits now.
-- what: 'ready' (it is in line now), 'failed' (it is a dead letter now), 'blocked' (it waits for a decision on a dead letter); null: nothing.
-- Locks: its row; one that another process is looking at is passed over. Indexes: primary keys of waiter, dependency and later.
create function pawl.advance_waiter(p_job bigint, out what text, out on_job bigint, out ended_as text) language plpgsql
set enable_seqscan = off set jit = off
as $$
#variable_conflict use_column
declare
  w pawl.waiter;
  d pawl.dependency;
  v_ended text;
  v_open boolean := false;
begin
  select * into w from pawl.waiter where job_id = p_job for update skip locked;
  if not found then return; end if;
  -- With a condition on ended_as all that is open would be read by dependency_open, by a plan that was made while that was little.
  for d in select * from pawl.dependency where job_id = p_job and on_job >= w.on_job order by on_job loop
    continue when d.ended_as is not null;
    v_ended := pawl.ended_as(d.on_job);
    if v_ended is null then
      v_open := true;
    elsif v_ended in ('failed', 'cancelled', 'unknown') and w.on_failed = 'fail' then
      what := 'failed';
    elsif v_ended = 'failed' and w.on_failed = 'wait' then
      v_open := true;
      if w.blocked_at is null or w.on_job <> d.on_job then what := 'blocked'; end if;
    else
      update pawl.dependency set ended_as = v_ended where job_id = p_job and on_job = d.on_job;
      continue;
    end if;
    exit;
  end loop;
  if what is not null then
    on_job := d.on_job;
    ended_as := v_ended;
  end if;
  if v_open then
    update pawl.waiter set on_job = d.on_job, blocked_at = case when what = 'blocked' then clock_timestamp() end
     where job_id = p_job and (what = 'blocked' or on_job <> d.on_job);
    return;
  end if;
  if what is null then
    what := 'ready';
    update pawl.later set run_at = clock_timestamp(), reason = 'scheduled' where job_id = p_job;
  else
    perform pawl.bury_waiter(p_job, format('job_%s, which it waited for, has %s', d.on_job,
      case v_ended when 'unknown' then 'never been made' when 'cancelled' then 'been cancelled' else v_ended end));
  end if;
  delete from pawl.waiter where job_id = p_job;
end $$;

-- Goes through those who wait for one of these jobs, behind the one who waits for p_on and is p_after. p_ended: ascending.
-- is_awaited: somebody waits for that job. p_n: how many at the most; then the last row says where to go on, with nothing in what.
-- Locks: see pawl.advance_waiter. Indexes: waiter_on, waiter_not_blocked.
create function pawl.advance_waiters(p_ended bigint[], p_on bigint, p_after bigint, p_n int)
returns table (job_id bigint, type text, queue text, what text, on_job bigint, ended_as text, is_awaited boolean) language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_bitmapscan = off set jit = off
as $$
#variable_conflict use_column
declare
  v_on bigint;
  v_job bigint;
  v_ended text;
  v_dead boolean;
  v_after bigint;
begin
  foreach v_on in array p_ended loop
    continue when v_on < p_on;
    v_ended := pawl.ended_as(v_on);
    continue when v_ended is null;
    v_dead := v_ended = 'failed';
    v_after := case when v_on = p_on then p_after else -1 end;
    -- Bounded by pairs, and so by these indexes: by the job alone all who wait would be read in their order where most wait for one job.
    -- For those who were told that they are blocked nothing changes until somebody has decided.
    for v_job in
      (select w.job_id from pawl.waiter w
        where not v_dead and (w.on_job, w.job_id) > (v_on, v_after) and (w.on_job, w.job_id) < (v_on + 1, -1)
        order by w.on_job, w.job_id limit p_n)
      union all
      (select w.job_id from pawl.waiter w
        where v_dead and w.blocked_at is null and (w.on_job, w.job_id) > (v_on, v_after) and (w.on_job, w.job_id) < (v_on + 1, -1)
        order by w.on_job, w.job_id limit p_n)
    loop
      p_n := p_n - 1;
      -- whose it is, before it is buried
      select l.type, l.queue into type, queue from pawl.later r join pawl.lane l on l.id = r.lane where r.job_id = v_job;
      select a.what, a.on_job, a.ended_as into what, on_job, ended_as from pawl.advance_waiter(v_job) a;
      job_id := v_job;
      is_awaited := exists (select from pawl.waiter w where w.on_job = v_job);
      if what is not null and type is not null then return next; end if;
    end loop;
    if p_n = 0 then
      select null, null, null, v_on, v_job, null, null into type, queue, what, on_job, job_id, ended_as, is_awaited;
      return next;
      return;
    end if;
  end loop;
end $$;

-- Makes a dead letter of a waiting job, with an attempt that is settled at once so that history tells of it.
create function pawl.bury_waiter(p_job bigint, p_why text) returns void language sql as $$
  with gone as (
    delete from pawl.later where job_id = p_job returning *
  ), appended as (
    insert into pawl.attempt (job_id, created_at, lane, deferrals, max_attempts, failures, crashes, body, replays, trace, key,
                              group_name)
    select job_id, created_at, lane, deferrals, max_attempts, failures, crashes, body, replays, trace, key, group_name from gone
    returning *
  ), settled as (
    insert into pawl.outcome (pos, kind, detail)
    select pos, 'failed', jsonb_build_object('name', 'DependencyError', 'message', p_why) from appended
    returning pos, detail
  )
  insert into pawl.dead (job_id, pos, created_at, lane, deferrals, max_attempts, failures, crashes, reason, body, replays, trace,
                         key, group_name, error)
  select a.job_id, a.pos, a.created_at, a.lane, a.deferrals, a.max_attempts, a.failures, a.crashes, 'dependency', a.body,
         a.replays, a.trace, a.key, a.group_name, s.detail
    from appended a join settled s on s.pos = a.pos
$$;
