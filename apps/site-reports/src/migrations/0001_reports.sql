-- A report about a site: one row for each run. Other programs may insert rows with nothing but a url: they are taken up.
create table report (
  id bigint generated always as identity primary key,
  -- as somebody gave it
  url text not null check (url <> ''),
  -- the same as it is asked for and compared; null until the row was taken up
  address text,
  status text not null default 'not-started'
    check (status in ('not-started', 'in-progress', 'completed', 'failed', 'cancelled')),
  current_step text not null default 'not-started'
    check (current_step in ('not-started', 'website-analysis', 'prompt-forming', 'model-analysis', 'completed')),
  in_progress boolean not null default false,
  -- retries of all stages together: at its limit the next failure ends the report
  retry_count int not null default 0 check (retry_count >= 0),
  -- the attempt that began last, by its position in the ledger; null once its failure is counted
  attempt bigint,
  -- why there is no report: a word for programs, a sentence for people
  failure_code text,
  failure text,
  -- of the page that was asked for
  title text,
  model text,
  prompt_tokens int,
  completion_tokens int,
  -- in US dollars; null where nobody said what tokens cost
  cost numeric,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  started_at timestamptz,
  completed_at timestamptz,
  -- when it was last compared with what the pipeline knows of it
  checked_at timestamptz,
  -- of the token in the address that shows it to people without an account
  share_hash bytea unique,
  -- another program may reset a report that is under way to false alone: it is taken up again
  check (not in_progress or status = 'in-progress')
);
-- at most one run of an address is under way: whoever asks for it again gets that one
create unique index report_under_way on report (address) where in_progress;
-- rows that other programs have inserted or reset, oldest first
create index report_to_take_up on report (created_at, id)
  where not in_progress and status in ('not-started', 'in-progress');
create index report_to_check on report (checked_at nulls first, id) where in_progress;
create index report_of_address on report (address, id desc);
create index report_of_status on report (status, id desc);

-- What is large, and read alone.
create table report_content (
  report_id bigint primary key references report on delete cascade,
  -- template, version, messages, tokens: with it the report can be made again
  prompt jsonb,
  -- the report as people get it
  content jsonb
);

-- A list of addresses that was given in one go.
create table bulk (
  id bigint generated always as identity primary key,
  name text,
  -- addresses that cannot be analysed, each with the reason
  refused jsonb not null default '[]',
  created_at timestamptz not null default now()
);

create table bulk_report (
  bulk_id bigint not null references bulk on delete cascade,
  report_id bigint not null references report on delete cascade,
  primary key (bulk_id, report_id)
);
create index bulk_report_report on bulk_report (report_id);

-- Addresses that are analysed again and again.
create table rerun (
  id bigint generated always as identity primary key,
  address text not null unique,
  every_ms bigint not null check (every_ms > 0),
  next_run_at timestamptz not null default now(),
  last_report_id bigint references report on delete set null,
  -- by a person
  paused_at timestamptz,
  created_at timestamptz not null default now()
);
create index rerun_due on rerun (next_run_at) where paused_at is null;
create index rerun_last_report on rerun (last_report_id);
