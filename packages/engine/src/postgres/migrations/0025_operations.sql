-- What operators have done: who, what, to what, when. Nothing of Pawl reads it to decide something, and nothing removes it.
create table pawl.operation (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  who text not null,
  what text not null,
  target text not null,
  details jsonb
);
