-- The ledger: a job's life as rows that are appended and never updated.
--   attempt   this may run now
--   lease     this worker has taken these positions of this lane
--   outcome   this position came to this; the first one written stands
-- What must wait is in `later`, what will not run again by itself in `dead`.

create sequence pawl.position;

-- Attempts, outcomes and results are in partitions by position, leases by turn; see 0010. Of each there is one of this number.
-- Retention drops them together. No default partition: it would take in what a zombie writes about what is gone.
create table pawl.partition (
  number int primary key,
  first bigint not null unique,
  beyond bigint not null check (beyond > first),  -- its positions: from first up to before beyond
  made_at timestamptz not null default clock_timestamp(),
  opened_at timestamptz,           -- when its first position was seen to be given out …
  closed_at timestamptz,           -- … and its last
  close_tried_at timestamptz,      -- to close it holds up enqueues for a moment, so not all workers try at once
  skipped bigint,                  -- closed before it was full: from here on its positions were given to nobody
  line_ended_at timestamptz        -- since then nothing of it stands in line any more, and claims do not look into it
);

-- The first turn of a lease of the present. Turns follow time, so that old leases can go partition by partition: the high
-- bits are a partition's number, and a lane goes on counting in them until the lease before says otherwise (lease.next).
create function pawl.present_turn() returns bigint stable language sql as $$
  select (coalesce(min(number) filter (where closed_at is null), max(number))::bigint << 32) + 1 from pawl.partition
$$;

create table pawl.lane (
  id int generated always as identity primary key,
  queue text not null,
  type text not null,
  version smallint not null check (version >= 1),
  priority smallint not null check (priority between 0 and 9),
  source text not null default '',
  -- front: released or reclaimed, claimed before the line. alone: the quarantine, claimed one at a time over all workers.
  place text not null default 'line' check (place in ('line', 'front', 'alone')),
  first_turn bigint not null default pawl.present_turn(),
  unique (queue, type, version, priority, source, place)
);

create table pawl.queue (
  name text primary key,
  paused_at timestamptz
);
create index queue_paused on pawl.queue (name) where paused_at is not null;

-- Starts of queues with a start rate: how many, when. Rows that count no more are removed when a claim came short of its rate.
create table pawl.start (
  queue text not null,
  at timestamptz not null,
  starts int not null
);
create index start_recent on pawl.start (queue, at);

create table pawl.attempt (
  pos bigint not null default nextval('pawl.position'),
  xid xid8 not null default pg_current_xact_id(),
  job_id bigint not null default currval('pawl.position'),
  created_at timestamptz not null default now(),
  run_at timestamptz not null default now(),
  lane int not null,
  deferrals int not null default 0,
  max_attempts smallint not null,        -- at least 1, which defineJob sees to: PostgreSQL reads a CHECK anew for each insert (3 us)
  failures smallint not null default 0,
  crashes smallint not null default 0,   -- an attempt's number is failures + crashes + 1
  body json not null,                    -- as it was sent: a worker wants its text, and jsonb would be made and unmade (2.5 us a job)
  start_before timestamptz,
  replays bigint,
  trace text,
  key text,
  group_name text,
  primary key (pos)
) partition by range (pos);
create index attempt_line on pawl.attempt (lane, xid, pos);
-- The attempts of a job after its first, whose position is the job's own number: plain jobs pay nothing to be found.
create index attempt_again on pawl.attempt (job_id) where job_id <> pos;
create index attempt_start_before on pawl.attempt (start_before) where start_before is not null;
create index attempt_key on pawl.attempt (key, pos) where key is not null;

create table pawl.lease (
  lane int not null,
  -- The one that the lease before said: the key makes a second claim of one turn impossible, the lock only keeps order.
  turn bigint not null,
  next bigint,                     -- the turn of the lease that follows this one; null: turn + 1
  worker uuid not null,
  claim bigint not null,           -- the worker's own count: tells its lease from another one of its own with the same turn.
                                   -- Where it was handed over a random number is above its 32 bits
  at timestamptz not null default now(),
  base pg_snapshot not null,       -- all that is visible in it was leased before …
  win pg_snapshot not null,        -- … what is visible in this one is being leased …
  xid xid8 not null,               -- … and has been up to here
  pos bigint not null,
  positions int8multirange not null,
  ahead int8multirange,            -- of these, taken before a slot was free
  used_up boolean not null default false,   -- there is nothing more in the window
  standby boolean not null default false,   -- takes nothing: its worker has nothing to do, and an enqueue may hand it the next
  primary key (lane, turn)
) partition by range (turn);
create index lease_worker on pawl.lease (worker, at);

create type pawl.outcome_kind as enum (
  'succeeded', 'retryable', 'failed', 'cancelled', 'crashed', 'deferred', 'moved'
);

create table pawl.outcome (
  pos bigint not null,             -- the fence
  at timestamptz not null default now(),
  kind pawl.outcome_kind not null,
  worker int,                      -- worker.number; null when no worker had it
  duration_ms int,
  detail jsonb,
  primary key (pos)
) partition by range (pos);

-- What the handler of an attempt that succeeded returned, if it returned something. Apart from `outcome`, because job.commit
-- writes that first, as its fence, and knows its result only at the end; and so that a job without a result pays nothing.
create table pawl.result (
  pos bigint primary key,
  value jsonb not null
) partition by range (pos);

create table pawl.later (
  job_id bigint primary key,
  run_at timestamptz not null,
  created_at timestamptz not null,
  lane int not null,
  deferrals int not null,
  reason text not null check (reason in ('scheduled', 'retry', 'deferred', 'parked', 'waiting')),
  max_attempts smallint not null,
  failures smallint not null,
  crashes smallint not null,
  body json not null,
  start_before timestamptz,
  replays bigint,
  trace text,
  key text,
  group_name text,
  error jsonb
);
create index later_due on pawl.later (run_at);
create index later_key on pawl.later (key) where key is not null;

create table pawl.dead (
  job_id bigint primary key,
  pos bigint not null,             -- its last attempt
  died_at timestamptz not null default now(),
  created_at timestamptz not null,
  lane int not null,
  deferrals int not null,
  max_attempts smallint not null,
  failures smallint not null,
  crashes smallint not null,
  reason text not null check (reason in ('permanent', 'exhausted', 'poison', 'expired', 'dependency')),
  body json not null,
  replays bigint,
  trace text,
  key text,
  group_name text,
  error jsonb,
  ended_at timestamptz,            -- a person decided
  ended_as text check (ended_as in ('replayed', 'discarded')),
  replayed_as bigint,
  check ((ended_at is null) = (ended_as is null)),
  check ((replayed_as is not null) = (ended_as is not distinct from 'replayed'))
);
create index dead_open on pawl.dead (died_at, job_id) where ended_at is null;

create table pawl.worker (
  id uuid primary key,             -- random: it is what a lease is proven by
  number int generated always as identity unique,
  name text not null,
  queues text[] not null,
  started_at timestamptz not null default now(),
  heartbeat_at timestamptz not null default now(),
  blocked_ms int not null default 0,
  leases text[] not null default '{}',        -- open ones, as lane:turn, and those that would hand it a job
  running int8multirange not null default '{}',
  suspect bigint,                  -- the attempt that it runs in quarantine; 0: it has reserved the quarantine
  swept_at timestamptz not null default now(),
  lost_at timestamptz,
  stopped_at timestamptz,
  gone_xid xid8                    -- the transaction that gave it up or let it leave: who hands it a job is an older one
) with (fillfactor = 50);
-- At most one live worker runs an attempt in quarantine. Heartbeats change none of these columns, so they stay HOT.
create unique index worker_quarantine on pawl.worker ((true))
  where suspect is not null and lost_at is null and stopped_at is null;

create table pawl.progress (
  job_id bigint primary key,
  at timestamptz not null default now(),
  value jsonb not null
) with (fillfactor = 50);

-- All attempts of a job. Indexes: attempt's primary key, attempt_again.
create function pawl.attempts_of(p_job bigint) returns setof pawl.attempt stable language sql as $$
  select * from pawl.attempt a where a.pos = p_job and a.job_id = p_job
  union all
  select * from pawl.attempt a where a.job_id = p_job and a.job_id <> a.pos
$$;

-- How many attempts of a job in a row were lost with their worker. An attempt that failed, and a deferral that cleared the job,
-- end the row; other deferrals and moves are neither. Indexes: those of pawl.attempts_of, outcome's primary key.
create function pawl.crashes_in_a_row(p_job bigint) returns int stable language sql as $$
  with ended as materialized (
    select a.pos, o.kind, o.detail
      from pawl.attempts_of(p_job) a
     cross join lateral (select o.kind, o.detail from pawl.outcome o where o.pos = a.pos limit 1) o
  )
  select count(*)::int from ended e
   where e.kind = 'crashed' and e.detail ->> 'name' = 'WorkerLostError'
     and not exists (select from ended later
                      where later.pos > e.pos and (later.kind = 'retryable' or later.detail ->> 'cleared' = 'true'))
$$;
