-- Jobs that wait for others and that nobody looks after, among the next few: they are looked after again. Returns them.
-- $1 after this job, $2 how many to look at. Locks: the new rows. Indexes: later_waiting, primary keys of waiter and dependency.
with page as materialized (
  select r.job_id from pawl.later r where r.reason = 'waiting' and r.job_id > $1 order by r.job_id limit $2
), found as (
  insert into pawl.waiter (job_id, on_job, on_failed)
  -- who waits for nobody any more stands under no job, and is let go
  select p.job_id, coalesce((select min(d.on_job) filter (where d.ended_as is null) from pawl.dependency d where d.job_id = p.job_id), 0), 'fail'
    from page p where not exists (select from pawl.waiter w where w.job_id = p.job_id)
  on conflict do nothing
  returning job_id
)
select (select max(job_id) from page) as last, (select count(*)::int from page) as looked,
       (select coalesce(json_agg(job_id), '[]') from found) as found
