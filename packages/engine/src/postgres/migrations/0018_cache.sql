-- Answers of sources that are kept, for all workers, and who is fetching one right now. What is asked for is not told: URLs and
-- request headers carry secrets, so there are only hashes of them.

-- Unlogged: what a crash takes away is fetched again, and a body is written once instead of twice.
create unlogged table pawl.cache_entry (
  key bytea not null,              -- hash of source, method and URL, or of what the caller has named it
  variant bytea not null,          -- hash of what the request sent in the headers that count
  source text not null,
  vary text not null,              -- the names of these headers. One list for a key: another one replaces all of its entries
  version uuid not null,           -- of the body: headers of a 304 belong to one body only
  status int not null,
  headers jsonb not null,
  body bytea not null,             -- decompressed
  bytes bigint not null,           -- of the body, as it was sent
  size bigint not null,            -- what it counts against the limit of its source
  revalidates boolean not null,    -- the source can be asked whether it still holds
  fresh_until timestamptz not null,
  stale_until timestamptz not null,   -- so long it may stand in for a source that fails
  gone_at timestamptz not null,    -- from then on it is of no use
  used_at timestamptz not null default clock_timestamp(),
  primary key (key, variant)
);

create index cache_entry_gone on pawl.cache_entry (gone_at);
-- The sizes are in it, so that all of a source are added up without a look at the entries.
create index cache_entry_used on pawl.cache_entry (source, used_at) include (size, gone_at);

-- One row while somebody fetches what others want too. Unlogged: after a crash nobody fetches.
create unlogged table pawl.cache_flight (
  key bytea not null,
  variant bytea not null,
  owner uuid,                      -- null: its answers are not kept, so nobody waits for anybody
  expires_at timestamptz not null, -- then it is over, whatever became of its owner
  primary key (key, variant)
);

create index cache_flight_expires on pawl.cache_flight (expires_at);
