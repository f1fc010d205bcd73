-- Passes that are good no more although their time is not over: sessions that were logged out, links that were used. Every server
-- of this database looks here.
create table ended_pass (
  id text primary key,
  until timestamptz not null       -- from then on the pass says itself that it is over, and the row can go
);
create index ended_pass_until on ended_pass (until);
