create table count (
  job text primary key,
  total int not null,
  at timestamptz not null default now()
);
