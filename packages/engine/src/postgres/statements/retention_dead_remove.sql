-- Removes dead letters that were decided on long ago, except where somebody waits to learn what became of them.
-- $1 age in ms, $2 how many at the most. Returns how many. Locks: the rows it removes. Indexes: dead_ended, see pawl.is_awaited.
with removed as (
  delete from pawl.dead
   where job_id = any (array(
   select d.job_id from pawl.dead d
    where d.ended_at < statement_timestamp() - $1::float8 * interval '1 ms'
      and not pawl.is_awaited(d.job_id)
    order by d.ended_at limit $2 for update skip locked))
  returning 1
)
select count(*)::int as removed from removed
