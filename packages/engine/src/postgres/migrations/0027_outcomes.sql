-- What attempts came to lately, for those who follow it live from anywhere. Outcomes are appended in about the order of their
-- time, so a BRIN index finds the last ones, and costs those who settle less than any other.
create index outcome_at on pawl.outcome using brin (at) with (pages_per_range = 32, autosummarize = on);

-- Since when outcomes can be missing in a snapshot that is taken after this was asked: they carry the time at which their
-- transaction began, and one of ours may have been writing for long (job.commit). Sessions of other roles cannot be looked into;
-- nor does one show that has begun and not yet written. For them there is a minute. Locks: none.
create function pawl.outcomes_floor() returns timestamptz volatile language sql as $$
  select least(clock_timestamp(), min(a.xact_start)) - interval '1 minute' from pg_stat_activity a
   where a.datname = current_database() and a.backend_xid is not null and a.application_name like 'pawl%'
$$;

-- The outcomes that a snapshot does not show, and another one does (null: the present). p_floor: none that the first lacks is older.
-- A row's xmin is the lower half of its transaction's id; the upper half follows from the present, as these rows are young.
-- Locks: none. Index: outcome_at.
create function pawl.outcomes_since(p_seen pg_snapshot, p_floor timestamptz, p_until pg_snapshot) returns setof pawl.outcome stable language plpgsql
-- a plan that was kept from when the ledger was empty would read all of it
set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off set enable_bitmapscan = on set jit = off
as $$
declare
  v_now constant bigint := pg_snapshot_xmax(pg_current_snapshot())::text::bigint;
  v_low constant bigint := v_now % 4294967296;
  v_high constant bigint := v_now - v_low;
begin
  return query
  select o.* from pawl.outcome o
   cross join lateral (
     select (o.xmin::text::bigint + case when o.xmin::text::bigint > v_low then v_high - 4294967296 else v_high end)::text::xid8 as xid
   ) writer
   where o.at >= p_floor
     and not pg_visible_in_snapshot(writer.xid, p_seen)
     and (p_until is null or pg_visible_in_snapshot(writer.xid, p_until));
end $$;
