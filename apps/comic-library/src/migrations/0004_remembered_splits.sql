-- Files that are gone, and that people had told to be of a series. The first that comes back with the same content is of it again.
create table remembered_assignment (
  library_id bigint not null references library on delete cascade,
  size bigint not null,
  content_hash text not null,
  series_id bigint not null references series on delete cascade,
  created_at timestamptz not null,
  primary key (library_id, size, content_hash)
);
create index remembered_assignment_series on remembered_assignment (series_id);
