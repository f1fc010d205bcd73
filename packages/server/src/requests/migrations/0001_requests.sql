-- Requests that came with an Idempotency-Key, kept for a day: a second one with the same key gets the answer of the first.
create table request (
  client text not null,            -- whose key it is
  key text not null,
  hash bytea not null,             -- of what was asked
  answer jsonb,                    -- the jobs that were made
  at timestamptz not null default now(),
  primary key (client, key)
);
create index request_at on request (at);
