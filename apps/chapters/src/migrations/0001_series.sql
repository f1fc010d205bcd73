-- Series, where they are published, and their chapters. Numbers of chapters are decimals, exactly: 45, 45.0 and 045 are one number.
create table series (
  id bigint generated always as identity primary key,
  -- what the address says until the first poll has asked the source
  title text not null check (title <> ''),
  -- never goes down
  latest_chapter numeric,
  last_chapter_at timestamptz,
  created_at timestamptz not null default now()
);

-- A series at one source: what is polled.
create table series_source (
  id bigint generated always as identity primary key,
  series_id bigint not null references series on delete cascade,
  source_name text not null,
  source_id text not null,
  source_url text not null,
  sync_priority text not null default 'WARM' check (sync_priority in ('HOT', 'WARM', 'COLD')),
  next_check_at timestamptz not null default now(),
  last_checked_at timestamptz,
  last_success_at timestamptz,
  -- when all that the source has was last read; what it no longer had then was removed there
  last_complete_at timestamptz,
  -- what was published or edited before then is known, or on its way: the next look begins there
  seen_until timestamptz,
  failure_count int not null default 0 check (failure_count >= 0),
  last_error text,
  -- after failures in a row: not polled until then
  closed_until timestamptz,
  -- by a person
  paused_at timestamptz,
  created_at timestamptz not null default now(),
  unique (source_name, source_id)
);
create index series_source_due on series_source (sync_priority, next_check_at) where paused_at is null;
create index series_source_series on series_source (series_id);

-- A chapter of a series, whoever publishes it. A one-shot has no number: its source and its id there tell it apart.
create table logical_chapter (
  id bigint generated always as identity primary key,
  series_id bigint not null references series on delete cascade,
  chapter_number numeric check (chapter_number >= 0),
  one_shot text,
  -- the last number of a release that covers several; it stands under the first
  last_number numeric check (last_number > chapter_number),
  volume_number numeric,
  chapter_title text,
  published_at timestamptz,
  first_detected_at timestamptz not null default now(),
  -- found by the first import of a series: known, and announced to nobody
  is_backlog boolean not null default false,
  -- who wrote it: a live feed goes on from a snapshot, and so tells late commits too
  recorded_in xid8 not null default pg_current_xact_id(),
  check ((chapter_number is null) <> (one_shot is null)),
  unique (series_id, chapter_number)
);
create unique index logical_chapter_one_shot on logical_chapter (series_id, one_shot) where one_shot is not null;
-- the feed of new chapters: newest first, of all series and of one; and what came since a snapshot
create index logical_chapter_newest on logical_chapter (first_detected_at desc, id desc) where not is_backlog;
create index logical_chapter_newest_of_series on logical_chapter (series_id, first_detected_at desc, id desc) where not is_backlog;
create index logical_chapter_recorded on logical_chapter (recorded_in) where not is_backlog;

-- A chapter at one source: the event of its appearance there.
create table chapter_source (
  id bigint generated always as identity primary key,
  series_source_id bigint not null references series_source on delete cascade,
  chapter_id bigint not null references logical_chapter on delete cascade,
  chapter_number numeric,
  one_shot text,
  -- of the last ingest: its address, and when it was
  source_url text not null,
  detected_at timestamptz not null default now(),
  check ((chapter_number is null) <> (one_shot is null)),
  unique (series_source_id, chapter_number)
);
create unique index chapter_source_one_shot on chapter_source (series_source_id, one_shot) where one_shot is not null;
create index chapter_source_chapter on chapter_source (chapter_id);

-- One upload of a chapter: by one group, in one language.
create table release (
  id bigint generated always as identity primary key,
  chapter_source_id bigint not null references chapter_source on delete cascade,
  series_source_id bigint not null references series_source on delete cascade,
  source_chapter_id text not null,
  language text,
  scanlation_group text,
  title text,
  url text not null,
  published_at timestamptz,
  -- read elsewhere: the source has no pages of it
  is_external boolean not null default false,
  -- the source counts edits
  version int not null default 1,
  detected_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- the source no longer has it
  removed_at timestamptz,
  unique (series_source_id, source_chapter_id)
);
create index release_chapter_source on release (chapter_source_id);

-- What a source has and nobody could read, each with the reason: for people. A look that no longer finds it so takes it away.
create table unreadable_entry (
  series_source_id bigint not null references series_source on delete cascade,
  entry_id text not null,
  reason text not null,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  primary key (series_source_id, entry_id)
);
