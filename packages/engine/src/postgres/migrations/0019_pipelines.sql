-- Pipelines: items that go from stage to stage, and runs that go through phases. Both are made of jobs; what is here is what jobs
-- cannot say: where an item stands, what its stages came to, how far a phase has come, and which rows have failed.

-- The pipelines that workers have declared, as they can be drawn.
create table pawl.pipeline (
  name text primary key,
  picture jsonb not null,
  declared_at timestamptz not null default clock_timestamp()
);

-- One row an item: it is in one stage. Whether it waits, runs or has failed only its job can say, so that is not written down a
-- second time: see pawl.work_state.
create table pawl.pipeline_item (
  pipeline text not null,
  item text not null,
  -- Another one with each move, retry and cancel, drawn from the positions of the ledger: no two legs of an item have the same one,
  -- not even if it was removed and submitted anew in between, and a ledger that moves house sees to it.
  version bigint not null,
  stage text not null,
  job_id bigint not null,          -- of this stage
  ended_as text check (ended_as in ('done', 'cancelled')),
  reason text,                     -- why it was cancelled
  outside text,                    -- the version of the user's own row
  input jsonb,
  created_at timestamptz not null default clock_timestamp(),
  moved_at timestamptz not null default clock_timestamp(),
  primary key (pipeline, item)
);
create index pipeline_item_version on pawl.pipeline_item (pipeline, version);
create index pipeline_item_open on pawl.pipeline_item (pipeline, stage) where ended_as is null;
create index pipeline_item_job on pawl.pipeline_item (job_id);

-- What a stage came to. It goes with its item.
create table pawl.pipeline_result (
  pipeline text not null,
  item text not null,
  stage text not null,
  value jsonb,
  at timestamptz not null default clock_timestamp(),
  primary key (pipeline, item, stage),
  foreign key (pipeline, item) references pawl.pipeline_item on delete cascade
);
create index pipeline_result_at on pawl.pipeline_result (pipeline, stage, at);

-- One row a run over a subject: the history of runs.
create table pawl.pipeline_run (
  id bigint generated always as identity primary key,
  pipeline text not null,
  subject text not null,
  job_id bigint not null unique,
  holder uuid,                     -- the attempt that is in it, until it has left: a cancelled one may still be at its row
  again boolean not null default false,  -- it was started once more while it was under way: what came meanwhile is to be done, too
  ended_as text check (ended_as in ('done', 'failed', 'cancelled')),  -- null: see pawl.run_state
  created_at timestamptz not null default clock_timestamp(),
  started_at timestamptz,
  ended_at timestamptz
);
create index pipeline_run_subject on pawl.pipeline_run (pipeline, subject, id desc);
create index pipeline_run_held on pawl.pipeline_run (pipeline, subject) where holder is not null;
create index pipeline_run_open on pawl.pipeline_run (pipeline, subject) where ended_as is null;

-- How far a run has come in a phase.
create table pawl.pipeline_phase (
  run_id bigint not null references pawl.pipeline_run on delete cascade,
  phase text not null,
  place int not null,
  label text not null,
  unit text not null,
  done bigint not null default 0,
  new bigint not null default 0,
  failed bigint not null default 0,
  skipped bigint not null default 0,
  total bigint,
  per_second float8,
  started_at timestamptz not null default clock_timestamp(),
  written_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz,
  primary key (run_id, phase)
);

-- Rows that have failed: in how many runs, in which one last, and why. A row that succeeds is taken out, and so is one that a whole
-- phase has not met among what is undone: it is gone, or somebody else has done it.
create table pawl.pipeline_failure (
  pipeline text not null,
  subject text not null,
  phase text not null,
  key text not null,
  failures int not null,
  run_id bigint not null,
  seen_run bigint not null,        -- the last one that has met it
  error jsonb not null,
  at timestamptz not null default clock_timestamp(),
  primary key (pipeline, subject, phase, key)
);

-- What an item or a run is doing: what its row says once it has ended, else what its job does. A dead letter that was replayed is
-- what its replay does; a job of which nothing is left has failed. Indexes: dead's primary key; see pawl.job.
create function pawl.work_state(p_ended_as text, p_job bigint) returns text stable language plpgsql
set enable_seqscan = off set jit = off
as $$
declare
  v_replay bigint;
  v_status text;
begin
  if p_ended_as is not null then return p_ended_as; end if;
  loop
    select d.replayed_as into v_replay from pawl.dead d where d.job_id = p_job;
    exit when v_replay is null;
    p_job := v_replay;
  end loop;
  select j.status into v_status from pawl.job('job_' || p_job::text) j;
  return case when v_status in ('running', 'failed', 'cancelled') then v_status
              when v_status is null then 'failed'
              -- it ended without a move: its item was not its own any more
              when v_status = 'succeeded' then 'cancelled'
              else 'queued' end;
end $$;

-- What a run is doing: what its row says once it has ended, else what its job does. A dead letter that is replayed is another run, and
-- this one stays what it came to; a job of which nothing is left has failed. Indexes: see pawl.job.
create function pawl.run_state(p_ended_as text, p_job bigint) returns text stable language plpgsql
set enable_seqscan = off set jit = off
as $$
declare
  v_status text;
begin
  if p_ended_as is not null then return p_ended_as; end if;
  select j.status into v_status from pawl.job('job_' || p_job::text) j;
  return case when v_status in ('running', 'failed', 'cancelled') then v_status
              when v_status is null then 'failed'
              when v_status = 'succeeded' then 'done'
              else 'queued' end;
end $$;
