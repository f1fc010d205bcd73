-- Cancels attempts in line or running, as far as no outcome stands, and tells the workers.
-- $1 positions. Locks: the new rows; waits for a job.commit that is writing the same outcome. Index: outcome's primary key.
with settled as (
  insert into pawl.outcome (pos, kind) select pos, 'cancelled' from unnest($1::bigint[]) pos order by pos
  on conflict do nothing
  returning pos
), told as (
  -- NOTIFY takes 8,000 bytes, and a position that is cut off would be another job's: 390 of 19 digits fit
  select pg_notify('pawl_cancel', string_agg(pos::text, ','))::text as woken
    from (select pos, (row_number() over (order by pos) - 1) / 390 as part from settled) s
   group by part
)
select coalesce(array_agg(pos), '{}')::text[] as positions, (select count(woken) from told) as told from settled
