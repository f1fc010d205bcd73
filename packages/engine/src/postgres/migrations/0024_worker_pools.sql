-- What a worker tells of itself beside its leases: where it runs, and what the slots of each of its pools do. The heartbeat carries it.
alter table pawl.worker
  add column host text,
  add column pid int,
  add column pools jsonb not null default '[]';   -- [{ queue, idle, busy, error, ended, failed }]; the last two in the last minute
