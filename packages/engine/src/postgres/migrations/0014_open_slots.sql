-- How many of the wanted slots a claim may fill now: none of a paused queue, no more than its start rate leaves.
-- Locks: for a queue with a start rate an advisory lock until the end of the transaction, class = oid of pawl.start, taken
-- before the starts are counted, in order of the queues' names (workers list their queues in any order, and would deadlock). An
-- advisory lock and not the row's, which would give the claim a transaction id.
create function pawl.open_slots(p_queues text[], p_limits int[], p_rates int[], p_rate_ms int[])
returns int[] volatile language plpgsql as $$
declare i int; recent int; v_since timestamptz;
begin
  if array_remove(p_rates, null) = '{}' and not exists (select from pawl.queue q where q.paused_at is not null) then return p_limits; end if;
  for i in select o.i from unnest(p_queues) with ordinality o (queue, i) order by o.queue loop
    if exists (select from pawl.queue q where q.name = p_queues[i] and q.paused_at is not null) then
      p_limits[i] := 0;
    elsif p_rates[i] is not null then
      perform pg_advisory_xact_lock('pawl.start'::regclass::oid::int, hashtext(p_queues[i]));
      v_since := clock_timestamp() - make_interval(secs => p_rate_ms[i] / 1000.0);   -- a variable: no index is read by a clock that runs
      select coalesce(sum(s.starts), 0) into recent from pawl.start s where s.queue = p_queues[i] and s.at > v_since;
      p_limits[i] := greatest(0, least(p_limits[i], p_rates[i] - recent));
    end if;
  end loop;
  return p_limits;
end $$;
