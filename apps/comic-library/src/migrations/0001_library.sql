-- Folders of comics, the files in them, and the series that they are of. Paths are below the library's folder, with slashes, and
-- in the order of their bytes: a scan merges the folder with this table in that order.
create table library (
  id bigint generated always as identity primary key,
  name text not null unique check (name <> ''),
  -- absolute, links resolved
  root text not null unique check (root <> ''),
  -- one name is one series unless years and ComicInfo volumes, or publishers, are kept apart
  keep_years_apart boolean not null default false,
  keep_publishers_apart boolean not null default false,
  watch boolean not null default false,
  -- null: only when somebody asks
  rescan_every_ms bigint check (rescan_every_ms > 0),
  next_scan_at timestamptz,
  created_at timestamptz not null default now()
);
create index library_due on library (next_scan_at) where next_scan_at is not null;

-- One name is one series: the unique key makes a second one impossible, whatever runs in parallel.
create table series (
  id bigint generated always as identity primary key,
  library_id bigint not null references library on delete cascade,
  -- as the first file by path writes it, or a person
  name text not null check (name <> ''),
  -- evened out: case, Unicode form, punctuation, spaces
  name_key text collate "C" not null check (name_key <> ''),
  -- empty, or what keeps series of one name apart: year or volume, publisher
  apart_key text collate "C" not null default '',
  year int,
  publisher text,
  genres text[] not null default '{}',
  tags text[] not null default '{}',
  age_rating text,
  language text,
  comicvine_id text,
  metron_id text,
  -- files of it, whatever their status: exactly, at every commit
  file_count int not null default 0 check (file_count >= 0),
  page_count int not null default 0,
  -- in the order of issues
  first_file_id bigint,
  -- chosen by a person
  cover_file_id bigint,
  -- the key of a cover from an outside catalogue, and when that was asked
  catalogue_cover text,
  catalogue_asked_at timestamptz,
  -- the last scan that brought it a file
  linked_run bigint,
  created_at timestamptz not null default now(),
  -- no file is left: kept for what people have said of it, shown to nobody, back with its first file
  deleted_at timestamptz default now(),
  unique (library_id, name_key, apart_key),
  -- an empty series is never shown
  check ((deleted_at is null) = (file_count > 0))
);
create index series_unasked on series (library_id, id) where deleted_at is null and catalogue_asked_at is null;
create index series_listed on series (library_id, name_key, apart_key) where deleted_at is null;

create table file (
  id bigint generated always as identity primary key,
  library_id bigint not null references library on delete cascade,
  relative_path text collate "C" not null check (relative_path <> ''),
  -- the last part of the path, and what is after its last dot, in small letters
  name text not null,
  extension text not null,
  size bigint not null check (size >= 0),
  mtime_ns bigint not null,
  -- of its size and of blocks at its beginning, middle and end
  content_hash text not null,
  status text not null default 'pending' check (status in ('pending', 'indexed', 'orphaned')),
  -- what is in file_metadata is of this content and this path
  has_metadata boolean not null default false,
  series_id bigint references series,
  -- its place in the series
  sort_key text collate "C",
  -- null: not looked at yet; 'made', or 'none' when there is no page to make one of
  cover text check (cover in ('made', 'none')),
  added_at timestamptz not null default now(),
  check (status <> 'indexed' or (series_id is not null and sort_key is not null and has_metadata))
);
-- a path belongs to one file; those that are gone from it keep its name until they are removed or found elsewhere
create unique index file_path on file (library_id, relative_path) where status <> 'orphaned';
-- what a moved file is known again by
create index file_content on file (library_id, size, content_hash);
create index file_of_series on file (series_id, sort_key, relative_path);
-- what each phase still has to do
create index file_unread on file (library_id, id) where status = 'pending' and not has_metadata;
create index file_unlinked on file (library_id, id) where status = 'pending' and has_metadata;
create index file_orphaned on file (library_id, id) where status = 'orphaned';
create index file_uncovered on file (library_id, id) where status = 'indexed' and cover is null;
alter table series
  add foreign key (first_file_id) references file on delete set null,
  add foreign key (cover_file_id) references file on delete set null;
create index series_first_file on series (first_file_id);
create index series_cover_file on series (cover_file_id);

-- What was read of a file: in its archive, in its name and in that of its folder.
create table file_metadata (
  file_id bigint primary key references file on delete cascade,
  library_id bigint not null references library on delete cascade,
  -- by magic bytes: zip, rar4, rar5, 7z, unknown
  format text not null,
  -- names of entries in natural order
  pages text[] not null default '{}',
  cover_page text,
  -- where the name of the series comes from
  series_from text not null check (series_from in ('comic-info', 'folder', 'file-name')),
  series_name_raw text not null,
  name_key text collate "C" not null check (name_key <> ''),
  apart_key text collate "C" not null default '',
  number text,
  last_number text,
  volume text,
  year int,
  title text,
  is_special boolean not null default false,
  sort_key text collate "C" not null,
  publisher text,
  -- of the series, as its folder or its ComicInfo says; `year` is of the issue
  series_year int,
  genres text[] not null default '{}',
  tags text[] not null default '{}',
  age_rating text,
  language text,
  comicvine_series_id text,
  metron_series_id text,
  -- all that the ComicInfo says
  comic_info jsonb,
  -- why less was read than there should be
  warning_code text,
  warning_text text,
  check ((warning_code is null) = (warning_text is null))
);
create index file_metadata_name on file_metadata (library_id, name_key, apart_key);
create index file_metadata_warned on file_metadata (library_id, file_id) where warning_code is not null;

-- Said by people, and remembered across scans. A name is told to be of another series: a merge.
create table series_alias (
  library_id bigint not null references library on delete cascade,
  name_key text collate "C" not null,
  apart_key text collate "C" not null default '',
  series_id bigint not null references series on delete cascade,
  created_at timestamptz not null default now(),
  primary key (library_id, name_key, apart_key)
);
create index series_alias_series on series_alias (series_id);

-- A file is told to be of a series, and all files of a folder are: a split. The file's own word goes first, then its folder's, then an alias.
create table file_assignment (
  file_id bigint primary key references file on delete cascade,
  series_id bigint not null references series on delete cascade,
  created_at timestamptz not null default now()
);
create index file_assignment_series on file_assignment (series_id);

create table folder_assignment (
  library_id bigint not null references library on delete cascade,
  -- below the library's folder, without a slash at its end; empty: the library's folder itself
  folder text collate "C" not null,
  series_id bigint not null references series on delete cascade,
  created_at timestamptz not null default now(),
  primary key (library_id, folder)
);
create index folder_assignment_series on folder_assignment (series_id);

-- What the walk met and left alone, each with the reason: links, folders that cannot be read, formats that nobody reads here.
create table skipped (
  library_id bigint not null references library on delete cascade,
  relative_path text collate "C" not null,
  reason text not null,
  first_seen_at timestamptz not null default now(),
  primary key (library_id, relative_path)
);

-- What a scan has counted, by its run: added to in the transaction that does the thing.
create table scan (
  run_id bigint primary key,
  library_id bigint not null references library on delete cascade,
  started_at timestamptz not null default now(),
  -- comics that the walk has met; complete when it has ended
  files_found int not null default 0,
  files_new int not null default 0,
  files_changed int not null default 0,
  files_moved int not null default 0,
  files_touched int not null default 0,
  files_orphaned int not null default 0,
  from_comic_info int not null default 0,
  from_folder_names int not null default 0,
  from_file_names int not null default 0,
  warnings int not null default 0,
  series_new int not null default 0,
  series_existing int,
  files_linked int not null default 0,
  series_linked int not null default 0,
  files_removed int not null default 0,
  covers_made int not null default 0,
  covers_failed int not null default 0
);
create index scan_of_library on scan (library_id, run_id desc);

-- Where each file belongs: its own word, its folder's, an alias, its name. No series: none of that name was made yet.
create view file_target as
select
  f.id as file_id,
  f.library_id,
  f.status,
  m.name_key,
  m.apart_key,
  m.sort_key,
  coalesce(
    (select series_id from file_assignment a where a.file_id = f.id),
    (
      select series_id from folder_assignment a
      where a.library_id = f.library_id
        and a.folder = case when strpos(f.relative_path, '/') = 0 then '' else regexp_replace(f.relative_path, '/[^/]*$', '') end
    ),
    (
      select series_id from series_alias a
      where a.library_id = f.library_id and a.name_key = m.name_key and a.apart_key = m.apart_key
    ),
    (
      select id from series s
      where s.library_id = f.library_id and s.name_key = m.name_key and s.apart_key = m.apart_key
    )
  ) as series_id
from file f
join file_metadata m on m.file_id = f.id;
