-- The gates of sources: whether they may be called, and what became of it. Circuits and pauses, for all workers.

-- A source as a claim finds it: how many requests it may be sent now, how many of them may be taken ahead of a slot, and how long until
-- it may be sent one. What is taken ahead is used a little later, which a slow source would notice.
create type pawl.gate as (
  source text,
  allowed int,
  ahead int,
  wait_ms float8,
  probe boolean,       -- one request may go, to find out whether it is back
  bucket pawl.bucket   -- as it is now, and locked; null: it was not asked, or there is no limit
);

-- Asks the gate of a source. Null: no such source, so no gate. Locks: the bucket; the source too when its circuit is not closed.
create function pawl.gate_of(p_source text) returns pawl.gate language plpgsql as $$
declare
  s pawl.source;
  b pawl.bucket;
  g pawl.gate;
  v_now timestamptz;
  v_awaited int;
begin
  select * into s from pawl.source where name = p_source;
  if not found then return null; end if;
  if s.circuit <> 'closed' then select * into s from pawl.source where name = p_source for no key update; end if;
  v_now := clock_timestamp();
  g.source := p_source;
  g.allowed := 0;
  g.ahead := 0;
  g.probe := s.circuit <> 'closed';
  g.wait_ms := pawl.ms_until(greatest(s.paused_until, case when g.probe then s.probe_at end), v_now);
  if g.wait_ms > 0 then return g; end if;
  b := pawl.bucket_now(p_source, '');
  g.bucket := b;
  v_awaited := (b.awaited_until is not null and b.awaited_until > v_now)::int;
  g.allowed := case when b.source is null then 1000000000 else greatest(0, pawl.tokens_of(b) - v_awaited) end;
  g.ahead := case when b.per_minute is null then 1000000000 else least(1e9, floor(b.per_minute / 60 * 0.05)) end;
  if g.probe then g.allowed := least(g.allowed, 1); end if;
  if g.allowed > 0 then return g; end if;
  g.wait_ms := pawl.token_wait_ms(b, 1);
  -- until there is a second token, or whoever waits for the first has it or has gone
  if v_awaited = 1 then
    g.wait_ms := least(case when pawl.capacity(b.burst, b.per_minute) >= 2 then pawl.token_wait_ms(b, 2) end,
                       greatest(g.wait_ms, pawl.ms_until(b.awaited_until, v_now)));
  end if;
  g.wait_ms := greatest(1, g.wait_ms);
  return g;
end $$;

-- Takes the tokens of a claim where there are more than enough: nothing closes the gate, and nobody waits for one. In one statement,
-- as what a claim of hundreds of jobs asks of a source far below its limit should cost next to nothing. Null: ask pawl.gate_of.
-- True: the bucket was full and is so again before anything could be given back, so nothing need be.
-- p_free: how many of them are for free slots. Locks: the bucket. Indexes: the primary keys of bucket and source.
create function pawl.take_tokens(p_source text, p_n int, p_free int) returns boolean language plpgsql as $$
declare
  v_spare boolean;
begin
  -- as pawl.bucket_now and pawl.less; the clock is read in the statement, after it has waited for the lock
  update pawl.bucket b
     set tokens = least(pawl.capacity(b.burst, b.per_minute),
                        b.tokens + greatest(0, extract(epoch from clock_timestamp() - b.refilled_at)) * pawl.refill(b.per_minute)) - p_n,
         refilled_at = clock_timestamp(),
         full_at = case when b.tokens + greatest(0, extract(epoch from clock_timestamp() - b.refilled_at)) * pawl.refill(b.per_minute)
                             >= pawl.capacity(b.burst, b.per_minute) then clock_timestamp() else least(b.full_at, clock_timestamp()) end
    from pawl.source s
   where b.source = p_source and b.class = '' and s.name = p_source
     and s.circuit = 'closed' and coalesce(s.paused_until <= clock_timestamp(), true)
     and b.tokens > p_n and b.quota is null and coalesce(b.awaited_until <= clock_timestamp(), true)
     and p_n <= floor(b.per_minute / 60 * 0.05) + p_free
  returning b.tokens + p_n >= pawl.capacity(b.burst, b.per_minute) and p_n <= pawl.refill(b.per_minute) * 0.02 into v_spare;
  return v_spare;
end $$;

-- So many requests were let go through a gate that was asked in this transaction. Returns how long until another one may go.
-- A probe is the only one of its cool-down: if nothing is heard of it, another one goes after the next. Locks: the source, for a probe.
create function pawl.pass_gate(g pawl.gate, p_n int) returns float8 language plpgsql as $$
declare
  b pawl.bucket := g.bucket;
  v_wait_ms float8 := 0;
begin
  if b.source is not null then
    b := pawl.less(b, p_n);
    perform pawl.write_bucket(b);
    v_wait_ms := greatest(0, pawl.token_wait_ms(b, 1) - extract(epoch from clock_timestamp() - b.refilled_at) * 1000);
  end if;
  if not g.probe then return v_wait_ms; end if;
  update pawl.source set circuit = 'half-open', probe_at = clock_timestamp() + now_cool_down_ms * interval '1 ms'
   where name = g.source returning greatest(v_wait_ms, now_cool_down_ms) into v_wait_ms;
  return v_wait_ms;
end $$;

-- How old a token may be, in ms: half of the time in which the next one comes.
create function pawl.token_age_ms(p_per_minute float8) returns float8 immutable language sql as $$
  select least(1000, greatest(20, 30000 / p_per_minute))
$$;

-- Asks for one request. reason null: it may be sent. Else wait_ms says for how long it must not. p_held_ms: a token is held for so
-- long; one that is too old is changed for a new one. A circuit that is not closed lets nobody pass but the probe: whom a claim has
-- sent as such (p_probe_ms ago) and who is heard in time, or whoever asks first when one is due.
-- Locks: the bucket; the source too when a probe is due.
create function pawl.ask_source(
  p_source text, p_class text, p_held_ms float8, p_probe_ms float8, out reason text, out wait_ms float8, out probe boolean)
language plpgsql as $$
declare
  s pawl.source;
  b pawl.bucket;
  v_now timestamptz := clock_timestamp();
  v_due boolean;
begin
  wait_ms := 0;
  probe := false;
  select * into s from pawl.source where name = p_source;
  if not found then return; end if;
  probe := s.circuit = 'half-open' and coalesce(p_probe_ms < s.now_cool_down_ms, false);
  v_due := s.circuit <> 'closed' and not probe and s.probe_at <= v_now;
  if v_due then
    select * into s from pawl.source where name = p_source for no key update;
    v_now := clock_timestamp();
    v_due := s.circuit <> 'closed' and s.probe_at <= v_now;
  end if;
  reason := case when s.paused_until > v_now then 'paused' when s.circuit <> 'closed' and not probe and not v_due then 'open' end;
  if reason is not null then
    wait_ms := pawl.ms_until(greatest(s.paused_until, case reason when 'open' then s.probe_at end), v_now);
    return;
  end if;
  b := pawl.bucket_now(p_source, p_class);
  if b.source is not null and not coalesce(p_held_ms <= pawl.token_age_ms(coalesce(b.per_minute, 1)), false) then
    if p_held_ms is not null then b := pawl.more(b, 1, p_held_ms); end if;
    if pawl.tokens_of(b) > 0 then
      b := pawl.less(b, 1);
      b.awaited_until := null;
    else
      reason := 'no-token';
      wait_ms := pawl.token_wait_ms(b, 1);
      b.awaited_until := b.refilled_at + least(wait_ms + 50, 2000) * interval '1 ms';
    end if;
    perform pawl.write_bucket(b);
  end if;
  if v_due and reason is null then
    update pawl.source set circuit = 'half-open', probe_at = v_now + now_cool_down_ms * interval '1 ms' where name = p_source;
    probe := true;
  end if;
end $$;

-- What became of requests that were sent. The rule is that of source/circuit.ts. p_kind: answered, so many times; failed: it counts
-- against the circuit; limited: the service has asked to be left alone for p_pause_ms.
-- Returns the circuit before and after, for the events. Locks: the source.
create function pawl.report_request(p_source text, p_kind text, p_n int, p_error text, p_pause_ms float8, out was text, out is_now text)
language plpgsql as $$
declare
  s pawl.source;
  v_now timestamptz;
begin
  select * into s from pawl.source where name = p_source for no key update;
  if not found then return; end if;
  v_now := clock_timestamp();
  was := s.circuit;
  s.requests := s.requests + p_n;
  if p_kind = 'answered' then
    s.last_success_at := v_now;
    s.failure_streak := 0;
    s.circuit := 'closed';
    s.now_cool_down_ms := null;
    s.probe_at := null;
  else
    s.last_failure_at := v_now;
    s.last_error := p_error;
  end if;
  if p_kind = 'failed' then
    s.failure_streak := s.failure_streak + 1;
    if s.circuit = 'half-open' then
      s.now_cool_down_ms := least(s.max_cool_down_ms, s.now_cool_down_ms * 2);
    elsif s.circuit = 'closed' and s.failure_streak >= s.max_failures then
      s.now_cool_down_ms := s.cool_down_ms;
    end if;
    -- what was under way when the circuit opened says nothing new
    if s.circuit = 'half-open' or (s.circuit = 'closed' and s.failure_streak >= s.max_failures) then
      s.circuit := 'open';
      s.probe_at := v_now + s.now_cool_down_ms * interval '1 ms';
    end if;
  elsif p_kind = 'limited' then
    s.paused_until := greatest(s.paused_until, v_now + p_pause_ms * interval '1 ms');
    -- it answers, if only to ask for patience: the next probe goes when that is over
    if s.circuit = 'half-open' then
      s.circuit := 'open';
      s.probe_at := v_now;
    end if;
  end if;
  is_now := s.circuit;
  update pawl.source set circuit = s.circuit, failure_streak = s.failure_streak, now_cool_down_ms = s.now_cool_down_ms,
         probe_at = s.probe_at, paused_until = s.paused_until, last_success_at = s.last_success_at,
         last_failure_at = s.last_failure_at, last_error = s.last_error, requests = s.requests
   where name = p_source;
  if was <> is_now or p_kind = 'limited' then perform pawl.touch_source(p_source); end if;
end $$;

-- A probe that no request was sent with is given back: the next claim sends another one. Locks: the source.
create function pawl.return_probe(p_source text) returns void language plpgsql as $$
begin
  update pawl.source set circuit = 'open', probe_at = clock_timestamp() where name = p_source and circuit = 'half-open';
  if found then perform pawl.touch_source(p_source); end if;
end $$;

-- How often a job was put off because of a source. Indexes: those of pawl.attempts_of.
create function pawl.put_off(p_job bigint) returns int stable language sql as $$
  select count(*)::int from pawl.attempts_of(p_job) a join pawl.outcome o on o.pos = a.pos
   where o.kind = 'deferred' and o.detail->>'code' = 'source-deferred'
$$;

-- What happened with sources in one process since it last told: each with its kind. p_names in order, so that two who tell of the
-- same sources do not wait for each other; of one source its tokens last, as claims lock them after it.
-- kinds: answered, failed, limited (see report_request); hit, deferred: only counted; returned: tokens; probe: one.
-- Locks: the sources, the buckets.
create function pawl.tell_sources(
  p_names text[], p_kinds text[], p_counts int[], p_errors text[], p_ms float8[], p_classes text[], p_jobs bigint[])
returns table (was text, is_now text, put_off int) language plpgsql as $$
begin
  -- what is only counted may be forgotten in a crash: claims wait for the bucket, and should not wait for a disk
  if p_kinds <@ '{hit,deferred,returned}' then perform set_config('synchronous_commit', 'off', true); end if;
  for i in 1..cardinality(p_names) loop
    was := null;
    is_now := null;
    put_off := null;
    case p_kinds[i]
      when 'returned' then perform pawl.return_tokens(p_names[i], p_classes[i], p_counts[i], p_ms[i]);
      when 'probe' then perform pawl.return_probe(p_names[i]);
      when 'hit' then update pawl.source set hits = hits + p_counts[i] where name = p_names[i];
      when 'deferred' then update pawl.source set deferrals = deferrals + p_counts[i] where name = p_names[i];
      else
        select r.was, r.is_now into was, is_now
          from pawl.report_request(p_names[i], p_kinds[i], p_counts[i], p_errors[i], p_ms[i]) r;
    end case;
    if p_jobs[i] is not null then put_off := pawl.put_off(p_jobs[i]); end if;
    return next;
  end loop;
end $$;

-- For operators. Each returns whether there is such a source.
create function pawl.pause_source(p_name text, p_ms float8) returns boolean language plpgsql as $$
begin
  update pawl.source set paused_until = case when p_ms is null then 'infinity' else clock_timestamp() + p_ms * interval '1 ms' end
   where name = p_name;
  if not found then return false; end if;
  perform pawl.touch_source(p_name);
  return true;
end $$;

create function pawl.resume_source(p_name text) returns boolean language plpgsql as $$
begin
  update pawl.source set paused_until = null where name = p_name;
  if not found then return false; end if;
  perform pawl.touch_source(p_name);
  return true;
end $$;

create function pawl.close_circuit(p_name text) returns boolean language plpgsql as $$
begin
  update pawl.source set circuit = 'closed', failure_streak = 0, now_cool_down_ms = null, probe_at = null where name = p_name;
  if not found then return false; end if;
  perform pawl.touch_source(p_name);
  return true;
end $$;

-- p_limits: what is new of { perMinute, burst, quota, quotaPeriod, quotaTime, quotaZone }; null takes a limit away, the rest stays.
create function pawl.change_limits(p_name text, p_class text, p_limits jsonb) returns boolean language plpgsql as $$
declare
  s pawl.source;
  b pawl.bucket;
begin
  select * into s from pawl.source where name = p_name for no key update;
  if not found then return false; end if;
  if not s.declared->'buckets' ? p_class then
    raise exception 'the source ''%'' has no class ''%''', p_name, p_class using errcode = 'PW004';
  end if;
  select * into b from pawl.bucket where source = p_name and class = p_class;
  if b.source is null and coalesce(p_limits->>'perMinute', p_limits->>'quota') is null and p_limits ? 'burst' then
    raise exception 'the source ''%'' has no limit that a burst could be of', p_name using errcode = 'PW004';
  end if;
  p_limits := jsonb_build_object('perMinute', b.per_minute, 'burst', coalesce(b.burst, 1), 'quota', b.quota,
    'quotaPeriod', coalesce(b.quota_period, 'day'), 'quotaTime', coalesce(b.quota_time, '00:00'), 'quotaZone', coalesce(b.quota_zone, 'UTC')) || p_limits;
  perform pawl.limit_source(p_name, p_class, p_limits);
  perform pawl.touch_source(p_name);
  return true;
end $$;

create view pawl.source_health as
select s.name, case when s.paused_until > now() then 'paused' else s.circuit end as state, s.circuit, s.failure_streak, s.probe_at,
       s.paused_until, s.last_success_at, s.last_failure_at, s.last_error, s.requests, s.hits, s.deferrals, b.per_minute, b.burst,
       least(pawl.capacity(b.burst, b.per_minute), b.tokens + extract(epoch from now() - b.refilled_at) * pawl.refill(b.per_minute))::float8 as tokens,
       b.quota, case when b.quota_ends_at > now() then b.quota_left else b.quota end as quota_left
  from pawl.source s left join pawl.bucket b on b.source = s.name and b.class = '';
