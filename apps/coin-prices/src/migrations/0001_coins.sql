-- Who owns coins. Each collector has a token; its hash alone is kept.
create table collector (
  id bigint generated always as identity primary key,
  name text not null unique check (name <> ''),
  token_hash bytea unique,
  created_at timestamptz not null default now()
);
-- the owner of coins that are inserted without one
insert into collector (name) values ('collector');

-- A coin that a collector owns or watches. Each column has a default, so that a row can be inserted by SQL with what is known.
create table coin_intakes (
  id bigint generated always as identity primary key,
  collector_id bigint not null default 1 references collector on delete cascade,
  status text not null default 'owned' check (status in ('owned', 'watched', 'sold')),
  issuer text,
  denomination text,
  year int,
  mint_mark text,
  series text,
  title text,
  -- as typed: MS65, Fine, PCGS PR69 DCAM
  grade text,
  certificate text,
  pcgs_number text,
  numista_number text,
  km_number text,
  quantity int not null default 1 check (quantity > 0),
  note text,
  pictures jsonb not null default '[]',
  -- of all amounts below, and of its valuation
  currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  bought_on date,
  paid_cents bigint check (paid_cents >= 0),
  paid_fees_cents bigint check (paid_fees_cents >= 0),
  sold_on date,
  sold_cents bigint check (sold_cents >= 0),
  sold_fees_cents bigint check (sold_fees_cents >= 0),
  -- what makes a row of an imported file one coin
  import_key text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (collector_id, import_key)
);
-- the coins of a collector in pages
create index coin_intakes_of_collector on coin_intakes (collector_id, id);

-- The markets. Workers with credentials declare theirs to the engine under the same names.
create table source (
  id bigint primary key,
  name text not null unique,
  title text not null
);
insert into source (id, name, title) values
  (1, 'ebay-browse', 'eBay, offers'), (2, 'ebay-insights', 'eBay, sales'), (3, 'pcgs', 'PCGS'), (4, 'numista', 'Numista'),
  (5, 'csv-import', 'CSV import');

-- The sources with their health as the engine has it at this moment. Enabled: a worker has declared the source, and no operator has
-- paused it for good. paused_until: of a pause or of an open circuit, whichever is later. In the order of ids, so that a limit picks the
-- same source each time.
create view sources as
select s.id, s.name, s.title, h.name is not null and h.paused_until is distinct from 'infinity' as enabled,
       h.per_minute as rate_limit_per_minute, coalesce(h.failure_streak, 0) as failure_streak, h.last_success_at, h.last_failure_at,
       greatest(case when h.paused_until > now() then h.paused_until end,
                case when h.circuit <> 'closed' then h.probe_at end) as paused_until
  from source s
  left join pawl.source_health h on h.name = s.name
 order by s.id;

-- Operators change enabled and rate_limit_per_minute. Both are the engine's own, so they take effect for all workers at commit.
create function change_source() returns trigger language plpgsql as $$
declare
  v_found boolean := true;
begin
  if (new.id, new.name, new.title, new.failure_streak, new.last_success_at, new.last_failure_at, new.paused_until)
     is distinct from
     (old.id, old.name, old.title, old.failure_streak, old.last_success_at, old.last_failure_at, old.paused_until) then
    raise exception 'sources: expected a change of enabled or rate_limit_per_minute; the other columns cannot be changed';
  end if;
  if new.enabled is null or new.rate_limit_per_minute <= 0 then
    raise exception 'sources: expected enabled as true or false and a rate_limit_per_minute above 0 (null: no limit); got % and %',
      new.enabled, new.rate_limit_per_minute;
  end if;
  if new.rate_limit_per_minute is distinct from old.rate_limit_per_minute then
    v_found := pawl.change_limits(old.name, '', jsonb_build_object('perMinute', new.rate_limit_per_minute));
  end if;
  if v_found and new.enabled <> old.enabled then
    v_found := case when new.enabled then pawl.resume_source(old.name) else pawl.pause_source(old.name, null) end;
  end if;
  if not v_found then
    raise exception 'sources: no worker has declared %; set its credentials and start a worker first', old.name;
  end if;
  return new;
end $$;
create trigger change instead of update on sources for each row execute function change_source();

-- When a coin is looked for at a source again.
create table collection (
  intake_id bigint not null references coin_intakes on delete cascade,
  source_id bigint not null references source on delete cascade,
  next_at timestamptz not null default now(),
  primary key (intake_id, source_id)
);
create index collection_due on collection (source_id, next_at);

-- A job of one source for one coin. What its engine job knows is not copied while the job is open: see scrape_jobs. There are no
-- foreign keys: a row for an unknown coin is accepted, and its job says what is wrong.
create table scrape_job (
  id bigint generated always as identity primary key,
  intake_id bigint,
  source_id bigint,
  query_params jsonb not null default '{}',
  -- enqueued by the schedule: at most one of them is open for a coin and a source
  is_scheduled boolean not null default false,
  -- of the engine. Null: not taken up
  job text,
  -- runs that began; of the last one, the worker and the time
  attempts int not null default 0,
  locked_by text,
  locked_at timestamptz,
  -- null while it is open
  status text check (status in ('succeeded', 'failed')),
  error_message text,
  created_at timestamptz not null default now(),
  completed_at timestamptz,
  check ((status is null) = (completed_at is null))
);
create index scrape_job_to_take_up on scrape_job (id) where job is null and status is null;
create index scrape_job_open on scrape_job (id) where status is null;
create index scrape_job_open_of_coin on scrape_job (intake_id, source_id) where status is null;
create unique index scrape_job_scheduled_once on scrape_job (intake_id, source_id) where is_scheduled and status is null;
create index scrape_job_newest on scrape_job (created_at, id);
create index scrape_job_completed on scrape_job (completed_at) where status is not null;

-- The jobs as operators see them. An open row has the state of its engine job in the snapshot of the reader, so it cannot differ from it.
-- A job that is delayed by a rate limit, a pause or a circuit is pending.
create view scrape_jobs as
select s.id, s.intake_id, s.source_id, s.query_params,
       case when s.status is not null then s.status
            when s.job is null or j.status in ('pending', 'scheduled') then 'pending'
            when j.status in ('running', 'retryable', 'succeeded') then j.status
            else 'failed' end as status,
       case when j.status = 'running' then greatest(s.attempts, 1) else s.attempts end as attempts,
       case when s.status is null and j.status in ('pending', 'scheduled', 'retryable') then null
            else coalesce(j.locked_by, s.locked_by) end as locked_by,
       case when s.status is null and j.status in ('pending', 'scheduled', 'retryable') then null
            else coalesce(j.locked_at, s.locked_at) end as locked_at,
       j.heartbeat_at,
       case when j.status = 'retryable' then j.run_at end as next_retry_at,
       s.created_at,
       coalesce(s.completed_at, j.finished_at) as completed_at,
       case when s.status is not null then s.error_message
            when s.job is not null and j.status is null then 'the job is no longer known'
            when j.status in ('retryable', 'failed', 'cancelled') then coalesce(j.error->>'message', j.status) end as error_message
  from scrape_job s
  left join lateral (
    select one.status, one.locked_by, one.locked_at, one.heartbeat_at, one.run_at, one.finished_at, one.error
      from pawl.job(s.job) one where s.status is null and s.job is not null
  ) j on true;

create function insert_scrape_job() returns trigger language plpgsql as $$
begin
  if new.status is distinct from 'pending' and new.status is not null then
    raise exception 'scrape_jobs: expected the status pending; got %: a new row is a job that has yet to run', new.status;
  end if;
  insert into coin_prices.scrape_job (intake_id, source_id, query_params)
  values (new.intake_id, new.source_id, coalesce(new.query_params, '{}')) returning id, created_at into new.id, new.created_at;
  new.status := 'pending';
  new.attempts := 0;
  return new;
end $$;
create trigger add instead of insert on scrape_jobs for each row execute function insert_scrape_job();
