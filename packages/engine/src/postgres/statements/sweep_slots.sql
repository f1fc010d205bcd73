-- Group slots whose job has ended, among the next few. $1, $2 after this group and job, $3 how many to look at.
-- Locks: none. Indexes: group_slot's primary key, those of pawl.is_alive.
with page as materialized (
  select s.group_name, s.job_id from pawl.group_slot s where (s.group_name, s.job_id) > ($1, $2)
   order by s.group_name, s.job_id limit $3
)
select (select json_build_array(group_name, job_id) from page order by group_name desc, job_id desc limit 1) as last,
       (select count(*)::int from page) as looked,
       (select coalesce(json_agg(job_id), '[]') from page where not pawl.is_alive(job_id)) as ended
