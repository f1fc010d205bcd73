-- Whether an attempt is ours, shown by writing its outcome. False: the lease is lost, or another outcome stands.
-- A function, because it keeps its plans: planning them anew for each commit cost more than the commit, and what a connection prepares
-- itself is planned with the settings of the handler's own statements.
-- Locks: the new row; waits for a transaction that is writing the same outcome. Indexes: primary keys of lease, outcome.
create function pawl.pass_fence(
  p_worker uuid, p_lane int, p_turn bigint, p_claim bigint, p_pos bigint, p_number int, p_ran_ms int
) returns boolean language plpgsql
set enable_seqscan = off  -- each setting takes 5 us
as $$
begin
  insert into pawl.outcome (pos, kind, worker, duration_ms)
  select p_pos, 'succeeded', p_number, p_ran_ms
   where exists (select from pawl.lease where lane = p_lane and turn = p_turn and worker = p_worker and claim = p_claim)
  on conflict do nothing;
  return found;
end $$;

-- An error, so that nothing is run of what was sent along.
create function pawl.lease_lost() returns text language plpgsql as $$
begin
  raise exception 'the lease of this attempt is lost, or its outcome stands already' using errcode = 'PW005';
end $$;
