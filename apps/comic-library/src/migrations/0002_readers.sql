-- Readers, and how far each has read.
create table reader (
  id bigint generated always as identity primary key,
  name text not null unique check (name <> ''),
  -- sha256 of the token in the addresses of feeds: reading apps cannot log in
  feed_token_hash bytea unique,
  created_at timestamptz not null default now()
);

create table reading_progress (
  reader_id bigint not null references reader on delete cascade,
  file_id bigint not null references file on delete cascade,
  -- the last page that was seen, from 1; 0: none
  page int not null default 0 check (page >= 0),
  completed_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (reader_id, file_id)
);
create index reading_progress_file on reading_progress (file_id);
create index reading_progress_newest on reading_progress (reader_id, updated_at desc);

-- Of readers who have begun a series: how much of it they have read, and what comes next. Null: all is read.
create table series_progress (
  reader_id bigint not null references reader on delete cascade,
  series_id bigint not null references series on delete cascade,
  files_read int not null default 0 check (files_read >= 0),
  next_file_id bigint references file on delete set null,
  primary key (reader_id, series_id)
);
create index series_progress_series on series_progress (series_id);
create index series_progress_next on series_progress (next_file_id);

-- How far files were read that are gone. What comes back with the same content gets it back.
create table remembered_progress (
  reader_id bigint not null references reader on delete cascade,
  library_id bigint not null references library on delete cascade,
  size bigint not null,
  content_hash text not null,
  page int not null,
  completed_at timestamptz,
  updated_at timestamptz not null,
  primary key (library_id, size, content_hash, reader_id)
);
create index remembered_progress_reader on remembered_progress (reader_id);
