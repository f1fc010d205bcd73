-- Partitions: how the ledger forgets. Positions come in ranges, and what has been kept for long enough is dropped whole.
-- Leases go with them: their turns carry the number of the partition that was in use when the lease before was made.

-- Makes the next partition. Created apart and attached: that waits for nobody, while `create … partition of` would make every
-- insert wait behind one enqueue that is open. The caller holds the lock of pawl.tend_partitions.
create function pawl.make_partition(p_first bigint, p_beyond bigint) returns int language plpgsql as $$
declare
  v_number int;
  v_table text;
begin
  insert into pawl.partition (number, first, beyond)
  select coalesce(max(number) + 1, 0), p_first, p_beyond from pawl.partition
  returning number into v_number;
  foreach v_table in array array['attempt', 'outcome', 'result', 'lease'] loop
    execute format('create table pawl.%I (like pawl.%I including all)', v_table || '_' || v_number, v_table);
    execute format('alter table pawl.%I attach partition pawl.%I for values from (%s) to (%s)', v_table, v_table || '_' || v_number,
                   case v_table when 'lease' then v_number::bigint << 32 else p_first end,
                   case v_table when 'lease' then (v_number + 1)::bigint << 32 else p_beyond end);
  end loop;
  return v_number;
end $$;

-- The position that will be given out next.
create function pawl.next_position() returns bigint volatile language sql as $$
  select case when is_called then last_value + 1 else last_value end from pawl.position
$$;

-- How many positions the next partition should have: as many as are used up in its share of the time, going by the partition
-- that was closed last, as a round number. So a busy ledger has as few partitions as a quiet one.
create function pawl.partition_size(p_slice_ms float8, p_least bigint) returns bigint stable language sql as $$
  select least(1000000000, greatest(p_least, max(10 ^ ceil(log(greatest(1, used * p_slice_ms / lasted_ms))))))::bigint
    from (select coalesce(skipped, beyond) - first as used,
                 greatest(1, extract(epoch from closed_at - coalesce(opened_at, made_at)) * 1000)::float8 as lasted_ms
            from pawl.partition where closed_at is not null order by number desc limit 1) last
$$;

-- Notes which partitions are in use and which are used up, and makes new ones until there are enough ahead.
-- made: their numbers; notice_at: the position from which on it should be called again.
-- Locks: an advisory one, class = oid of pawl.partition; who does not get it leaves the work to who has it.
create function pawl.tend_partitions(p_ahead int, p_slice_ms float8, p_least bigint)
returns table (made int[], notice_at bigint) language plpgsql as $$
declare
  v_next bigint;
  v_first bigint;
begin
  made := '{}';
  if pg_try_advisory_xact_lock('pawl.partition'::regclass::oid::int, 0) then
    perform set_config('lock_timeout', '2s', true);
    v_next := pawl.next_position();
    update pawl.partition set opened_at = clock_timestamp() where opened_at is null and greatest(first, 1) < v_next;
    update pawl.partition set closed_at = clock_timestamp() where closed_at is null and beyond <= v_next;
    while (select count(*) from pawl.partition where first >= v_next) < p_ahead loop
      select coalesce(max(beyond), 0) into v_first from pawl.partition;
      -- where nobody looked after it for long, positions were used up that no partition had; one is made for all of them
      made := made || pawl.make_partition(v_first, greatest(v_first, v_next - 1) + pawl.partition_size(p_slice_ms, p_least));
    end loop;
  end if;
  select min(first) into notice_at from pawl.partition where first >= pawl.next_position();
  notice_at := coalesce(notice_at, 0);
  return next;
end $$;

select pawl.tend_partitions(3, 0, 1000000);
