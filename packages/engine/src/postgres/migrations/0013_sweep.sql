-- The sweep: finds what fell between two steps. In a healthy ledger there is none, as each step is one transaction.

-- Whether a job is alive: it waits, stands in line or runs. Indexes: later's primary key, those of pawl.attempts_of.
create function pawl.is_alive(p_job bigint) returns boolean stable language sql as $$
  select exists (select from pawl.later r where r.job_id = p_job)
      or exists (select from pawl.attempts_of(p_job) a
                  where not exists (select from pawl.outcome o where o.pos = a.pos))
$$;

-- Brings parked jobs of a group back for which there are slots. Returns how many.
-- Locks: the group. Indexes: group_slot's primary key, later_parked.
create function pawl.unpark_forgotten(p_group text, p_limit int) returns int language plpgsql
set enable_seqscan = off set jit = off
as $$
declare v_free int; v_parked int;
begin
  perform set_config('lock_timeout', '1s', true);
  perform pawl.lock_group(p_group);
  select p_limit - count(*) into v_free from pawl.group_slot s where s.group_name = p_group;
  select count(*) into v_parked
    from (select from pawl.later r where r.group_name = p_group and r.reason = 'parked' limit greatest(v_free, 0)) r;
  if v_parked > 0 then perform pawl.unpark(p_group, v_parked); end if;
  return v_parked;
end $$;
