-- The sweep: finds what fell between two steps. In a healthy ledger there is none, as each step is one transaction.

-- Whether a job is alive: it waits, stands in line or runs. Indexes: later's primary key, those of pawl.attempts_of.
create function pawl.is_alive(p_job bigint) returns boolean stable language sql as $$
  select exists (select from pawl.later r where r.job_id = p_job)
      or exists (select from pawl.attempts_of(p_job) a
                  where not exists (select from pawl.outcome o where o.pos = a.pos))
$$;

-- Brings parked jobs of a group back for which there are slots. Returns how many that are without a reason: that their limit was
-- raised is one. Locks: the group. Indexes: group_slot's primary key, later_parked.
create function pawl.unpark_forgotten(p_group text, p_type text, p_limit int) returns int language plpgsql
set enable_seqscan = off set jit = off
as $$
declare v_changed boolean; v_unparked int;
begin
  perform set_config('lock_timeout', '1s', true);
  perform pawl.lock_groups(array[p_group]);
  v_changed := pawl.limit_parked(p_group, p_type, p_limit);
  v_unparked := pawl.unpark(p_group);
  return case when v_changed then 0 else v_unparked end;
end $$;
