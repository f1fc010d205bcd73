-- Sources: the outside services that jobs call. What stands here counts, for all workers, at PostgreSQL's time.

create table pawl.source (
  name text primary key,
  declared jsonb not null,         -- what the code last said; operators may have changed the rest since
  max_failures int not null check (max_failures >= 1),   -- in a row: then the circuit opens
  cool_down_ms float8 not null check (cool_down_ms > 0),
  max_cool_down_ms float8 not null,
  circuit text not null default 'closed' check (circuit in ('closed', 'open', 'half-open')),
  failure_streak int not null default 0,
  now_cool_down_ms float8,         -- of a circuit that is not closed: it grows with each probe that fails
  probe_at timestamptz,            -- open: when one probe may go. half-open: when the one that went is given up
  paused_until timestamptz,        -- as the service has asked, or for ever by an operator
  last_success_at timestamptz,
  last_failure_at timestamptz,
  last_error text,
  requests bigint not null default 0,
  hits bigint not null default 0,
  deferrals bigint not null default 0,
  changed_at timestamptz not null default clock_timestamp()   -- of what gates claims: who gets no notification looks here
) with (fillfactor = 50);

-- Token buckets of a source, one for each class of cost. Claims ask the one without a name. No row: no limit.
create table pawl.bucket (
  source text not null references pawl.source on delete cascade,
  class text not null default '',
  per_minute float8 check (per_minute > 0),   -- null: no limit but the quota
  burst float8 not null check (burst >= 1),
  tokens float8 not null,
  refilled_at timestamptz not null default clock_timestamp(),
  full_at timestamptz not null default clock_timestamp(),   -- when it was last full: a token taken before is worth nothing now
  given_back_at timestamptz,       -- when it last had tokens again before their time
  awaited_until timestamptz,       -- so long a job that runs waits for a token: it goes before jobs that have not begun
  quota int check (quota >= 1),    -- calls in a period
  quota_left int,
  quota_period text check (quota_period in ('day', 'month')),
  quota_time time,                 -- when the period begins …
  quota_zone text,                 -- … and where
  quota_ends_at timestamptz,
  primary key (source, class)
) with (fillfactor = 50);

-- Something has changed about a source: workers ask again whether they may call it.
create function pawl.touch_source(p_name text) returns void language plpgsql as $$
begin
  update pawl.source set changed_at = clock_timestamp() where name = p_name;
  perform pg_notify('pawl_source', p_name);
end $$;

-- Says what the code wants of a source. What operators have changed stands until the code says something else.
-- p_settings: { maxFailures, coolDownMs, maxCoolDownMs, buckets: { class: { perMinute, burst, quota,
-- quotaPeriod, quotaTime, quotaZone } } }.
-- Returns whether anything is new. Locks: the source, its buckets.
create function pawl.declare_source(p_name text, p_settings jsonb) returns boolean language plpgsql as $$
begin
  insert into pawl.source as s (name, declared, max_failures, cool_down_ms, max_cool_down_ms)
  values (p_name, p_settings, (p_settings->>'maxFailures')::int, (p_settings->>'coolDownMs')::float8, (p_settings->>'maxCoolDownMs')::float8)
  on conflict (name) do update set declared = excluded.declared, max_failures = excluded.max_failures,
    cool_down_ms = excluded.cool_down_ms, max_cool_down_ms = excluded.max_cool_down_ms
   where s.declared <> excluded.declared;
  if not found then return false; end if;
  delete from pawl.bucket where source = p_name and not p_settings->'buckets' ? class;
  perform pawl.limit_source(p_name, class, v) from jsonb_each(p_settings->'buckets') e (class, v);
  perform pawl.touch_source(p_name);
  return true;
end $$;

-- Sets the limits of one class of cost. p_limits: { perMinute, burst, quota, quotaPeriod, quotaTime, quotaZone }. What was used
-- counts on, so that a change of its size fills no bucket. Locks: the bucket.
create function pawl.limit_source(p_source text, p_class text, p_limits jsonb) returns void language plpgsql as $$
begin
  if coalesce(p_limits->>'perMinute', p_limits->>'quota') is null then   -- no limit
    delete from pawl.bucket where source = p_source and class = p_class;
    return;
  end if;
  begin
    perform clock_timestamp() at time zone (p_limits->>'quotaZone');
  exception when invalid_parameter_value then
    raise exception 'source %: PostgreSQL does not know the time zone %', p_source, p_limits->>'quotaZone'
      using errcode = 'PW003', hint = 'select name from pg_timezone_names lists those that it knows.';
  end;
  insert into pawl.bucket as b (source, class, per_minute, burst, tokens, quota, quota_period, quota_time, quota_zone)
  values (p_source, p_class, (p_limits->>'perMinute')::float8, (p_limits->>'burst')::float8,
          pawl.capacity((p_limits->>'burst')::float8, (p_limits->>'perMinute')::float8), (p_limits->>'quota')::int,
          coalesce(p_limits->>'quotaPeriod', 'day'), (p_limits->>'quotaTime')::time, p_limits->>'quotaZone')
  on conflict (source, class) do update set per_minute = excluded.per_minute, burst = excluded.burst,
    tokens = least(b.tokens, excluded.tokens), quota = excluded.quota, quota_period = excluded.quota_period,
    quota_time = excluded.quota_time, quota_zone = excluded.quota_zone,
    quota_left = excluded.quota - greatest(0, b.quota - b.quota_left),
    quota_ends_at = case when (b.quota_period, b.quota_time, b.quota_zone)
      is not distinct from (excluded.quota_period, excluded.quota_time, excluded.quota_zone) then b.quota_ends_at end;
end $$;

-- How many tokens a bucket holds at the most. Requests arrive later than they are let go, some more and some less, so that they
-- may arrive closer together than they left: what comes back in 400 ms is kept back, up to half of the burst, and the refill is a
-- little slower than the service's.
create function pawl.capacity(p_burst float8, p_per_minute float8) returns float8 immutable language sql as $$
  select p_burst - least(floor(p_burst / 2), ceil(coalesce(p_per_minute, 0) / 60 * 0.4))
$$;

-- How many tokens come back in a second.
create function pawl.refill(p_per_minute float8) returns float8 immutable language sql as $$
  select coalesce(p_per_minute, 0) / 60 * 0.995
$$;

-- The next time at which a quota begins anew: at p_time of a day, or of the first day of a month, in p_zone.
create function pawl.quota_end(p_period text, p_time time, p_zone text, p_now timestamptz) returns timestamptz
stable language sql as $$
  select (date_trunc(p_period, p_now at time zone p_zone - p_time) + p_time + ('1 ' || p_period)::interval) at time zone p_zone
$$;

-- When the period of a quota began, whose end is known.
create function pawl.quota_start(b pawl.bucket) returns timestamptz stable language sql as $$
  select (b.quota_ends_at at time zone b.quota_zone - ('1 ' || b.quota_period)::interval) at time zone b.quota_zone
$$;

-- A bucket as it is now: refilled, its quota renewed. Locks: its row.
create function pawl.bucket_now(p_source text, p_class text) returns pawl.bucket language plpgsql as $$
declare
  b pawl.bucket;
  v_now timestamptz;
begin
  select * into b from pawl.bucket where source = p_source and class = p_class for no key update;
  if b.source is null then return null; end if;
  v_now := clock_timestamp();   -- after the wait for the lock
  b.tokens := b.tokens + greatest(0, extract(epoch from v_now - b.refilled_at)) * pawl.refill(b.per_minute);
  -- a clock that was set back goes on from there: else nothing would come back until it has caught up
  b.refilled_at := v_now;
  b.full_at := least(b.full_at, v_now);
  if b.per_minute is null or b.tokens >= pawl.capacity(b.burst, b.per_minute) then
    b.tokens := pawl.capacity(b.burst, b.per_minute);
    b.full_at := b.refilled_at;
  end if;
  if b.quota is not null and (b.quota_ends_at is null or b.quota_ends_at <= v_now) then
    b.quota_left := b.quota;
    b.quota_ends_at := pawl.quota_end(b.quota_period, b.quota_time, b.quota_zone, v_now);
  end if;
  return b;
end $$;

-- How long until then, in ms; a hundred years for ever.
create function pawl.ms_until(p_at timestamptz, p_now timestamptz) returns float8 immutable language sql as $$
  select case when p_at is null or p_at <= p_now then 0 when p_at = 'infinity' then 3.2e12
              else extract(epoch from p_at - p_now) * 1000 end::float8
$$;

-- How many of its tokens can be had. A bucket without a rate has its quota alone.
create function pawl.tokens_of(b pawl.bucket) returns int immutable language sql as $$
  select greatest(0, least(case when b.per_minute is null then 1e9 else floor(b.tokens + 1e-9) end, b.quota_left))::int
$$;

-- How long until a bucket has so many tokens, in ms; 0: it has them.
create function pawl.token_wait_ms(b pawl.bucket, p_n int) returns float8 immutable language sql as $$
  select greatest(0, (least(p_n, pawl.capacity(b.burst, b.per_minute)) - b.tokens) / nullif(pawl.refill(b.per_minute), 0) * 1000,
                  case when b.quota_left < p_n then pawl.ms_until(b.quota_ends_at, b.refilled_at) end)::float8
$$;

-- In plpgsql, which keeps the plan.
create function pawl.write_bucket(b pawl.bucket) returns void language plpgsql as $$
begin
  update pawl.bucket set tokens = b.tokens, refilled_at = b.refilled_at, full_at = b.full_at, awaited_until = b.awaited_until,
         given_back_at = b.given_back_at, quota_left = b.quota_left, quota_ends_at = b.quota_ends_at
   where source = b.source and class = b.class;
end $$;

-- The bucket with so many tokens less.
create function pawl.less(b pawl.bucket, p_n int) returns pawl.bucket immutable language plpgsql as $$
begin
  if b.per_minute is not null then b.tokens := b.tokens - p_n; end if;
  b.quota_left := b.quota_left - p_n;
  return b;
end $$;

-- The bucket with tokens back that were taken so long ago. Since it was full they would not be there any more: had nobody taken
-- them, they would have flowed over.
create function pawl.more(b pawl.bucket, p_n int, p_held_ms float8) returns pawl.bucket stable language plpgsql as $$
begin
  -- what was taken in the period before is not given back to this one
  if b.quota is not null and b.refilled_at - p_held_ms * interval '1 ms' >= pawl.quota_start(b) then
    b.quota_left := least(b.quota, b.quota_left + p_n);
  end if;
  if b.refilled_at - p_held_ms * interval '1 ms' >= b.full_at then b.tokens := least(pawl.capacity(b.burst, b.per_minute), b.tokens + p_n); end if;
  return b;
end $$;

-- Gives back tokens that were not used, and says so to those who wait for one. Locks: the bucket.
create function pawl.return_tokens(p_source text, p_class text, p_n int, p_held_ms float8) returns void language plpgsql as $$
declare
  b pawl.bucket := pawl.bucket_now(p_source, p_class);
  v_was constant int := pawl.tokens_of(b);
begin
  if b.source is null then return; end if;
  b := pawl.more(b, p_n, p_held_ms);
  if v_was = 0 and pawl.tokens_of(b) > 0 then
    b.given_back_at := b.refilled_at;
    perform pg_notify('pawl_source', p_source);
  end if;
  perform pawl.write_bucket(b);
end $$;
