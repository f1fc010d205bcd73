-- What only the process in which it happened knows, counted: leases lost, ticks fired, repairs and more. A worker's heartbeat carries its
-- counts; they add up to those of all processes.
alter table pawl.worker
  add column counts jsonb not null default '[]';   -- [{ name, labels, count }], since it registered

-- The counts of workers whose rows are gone: a counter never goes down.
create table pawl.event_count (
  name text not null,
  labels jsonb not null,
  count bigint not null,
  primary key (name, labels)
);
