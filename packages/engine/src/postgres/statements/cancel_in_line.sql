-- Cancels attempts in line or running, as far as no outcome stands, and tells the workers.
-- $1 positions. Locks: the new rows; waits for a job.commit that is writing the same outcome. Index: outcome's primary key.
with settled as (
  insert into pawl.outcome (pos, kind) select pos, 'cancelled' from unnest($1::bigint[]) pos order by pos
  on conflict do nothing
  returning pos
)
select coalesce(array_agg(pos), '{}')::text[] as positions,
       case when count(*) > 0 then pg_notify('pawl_cancel', left(string_agg(pos::text, ','), 7900))::text end as woken
  from settled
