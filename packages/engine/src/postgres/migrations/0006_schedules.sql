-- Schedules: one row each. Whoever has the row's lock fires its tick, in one transaction with the jobs that it enqueues and
-- with the step to the next tick. Who dies before that transaction commits has fired nothing, and the tick is still due.
create table pawl.schedule (
  name text primary key,
  spec jsonb not null,                        -- when it ticks
  superseded jsonb not null default '[]',     -- specs that stood before; they come back only when nobody attends to this one
  created_at timestamptz not null default clock_timestamp(),
  declared_at timestamptz not null default clock_timestamp(),  -- a process that has this schedule was there
  attended_at timestamptz not null default clock_timestamp(),  -- … and one that has it with this very spec
  next_at timestamptz not null,
  last_tick timestamptz,                      -- the newest tick that was handled: fired, or missed
  last_at timestamptz,                        -- when it last fired
  last_job bigint,
  paused_at timestamptz,
  failures int not null default 0,            -- in a row
  retry_at timestamptz,
  error jsonb
) with (fillfactor = 50);
