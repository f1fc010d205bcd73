-- Readers, what they follow, what they have read, and what they were told.
create table reader (
  id bigint generated always as identity primary key,
  name text not null unique check (name <> ''),
  -- which releases count as new; none: all of them
  languages text[] not null default '{}',
  -- sha256 of the token in the addresses of feeds: those programs cannot log in
  feed_token_hash bytea unique,
  created_at timestamptz not null default now()
);

create table library_entry (
  reader_id bigint not null references reader on delete cascade,
  series_id bigint not null references series on delete cascade,
  notify_new_chapters boolean not null default true,
  -- chapters up to this number are read, and those of chapter_read
  read_through numeric,
  added_at timestamptz not null default now(),
  primary key (reader_id, series_id)
);
-- the readers of a series in batches, in order
create index library_entry_notified on library_entry (series_id, reader_id) where notify_new_chapters;
-- those of a series that goes, or joins another
create index library_entry_series on library_entry (series_id);

create table chapter_read (
  reader_id bigint not null references reader on delete cascade,
  chapter_id bigint not null references logical_chapter on delete cascade,
  read_at timestamptz not null default now(),
  primary key (reader_id, chapter_id)
);
create index chapter_read_chapter on chapter_read (chapter_id);

-- A reader is told once about a chapter: the key sees to it.
create table notification (
  id bigint generated always as identity primary key,
  reader_id bigint not null references reader on delete cascade,
  chapter_id bigint not null references logical_chapter on delete cascade,
  created_at timestamptz not null default now(),
  seen_at timestamptz,
  unique (reader_id, chapter_id)
);
create index notification_newest on notification (reader_id, id desc);
create index notification_chapter on notification (chapter_id);

-- Where notifications go besides the feed.
create table push_subscription (
  id bigint generated always as identity primary key,
  reader_id bigint not null references reader on delete cascade,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null default now(),
  -- the service has said that it is gone, or refused it for good
  ended_at timestamptz,
  unique (reader_id, endpoint)
);

create table webhook (
  id bigint generated always as identity primary key,
  reader_id bigint not null references reader on delete cascade,
  url text not null,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  unique (reader_id, url)
);

-- What a target was sent: so that nothing is sent again when its job runs again.
create table delivery (
  id bigint generated always as identity primary key,
  push_subscription_id bigint references push_subscription on delete cascade,
  webhook_id bigint references webhook on delete cascade,
  chapter_id bigint not null references logical_chapter on delete cascade,
  delivered_at timestamptz not null default now(),
  check (num_nonnulls(push_subscription_id, webhook_id) = 1),
  unique (push_subscription_id, chapter_id),
  unique (webhook_id, chapter_id)
);
create index delivery_chapter on delivery (chapter_id);

-- A chapter as people see it, with where it can be read and in which languages. `offset 0` keeps each of these a look-up: without
-- statistics PostgreSQL would rather join all releases there are.
create view listed_chapter as
select
  c.id,
  c.series_id,
  s.title as series_title,
  trim_scale(c.chapter_number)::text as number,
  trim_scale(c.last_number)::text as last_number,
  trim_scale(c.volume_number)::text as volume,
  c.chapter_title as title,
  c.published_at,
  c.first_detected_at,
  coalesce((
    select json_agg(
      json_build_object('source', ss.source_name, 'url', coalesce(r.url, cs.source_url))
      -- the first source that had it comes first; where nothing is left to read comes last
      order by r.url is null, cs.id
    )
    from chapter_source cs
    cross join lateral (select source_name from series_source where id = cs.series_source_id offset 0) ss
    -- of uploads that the source still has: the address that a chapter was first found at may lead nowhere by now
    left join lateral (
      select url from release where chapter_source_id = cs.id and removed_at is null order by id limit 1
    ) r on true
    where cs.chapter_id = c.id
  ), '[]') as sources,
  array(
    select distinct r.language
    from chapter_source cs
    cross join lateral (
      select language from release
      where chapter_source_id = cs.id and language is not null and removed_at is null
      offset 0
    ) r
    where cs.chapter_id = c.id
    order by r.language
  ) as languages
from logical_chapter c join series s on s.id = c.series_id;
