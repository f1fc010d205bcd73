-- Frees live keys whose job is not there any more, among the next few keys. A dead letter that nobody has decided on keeps its key.
-- $1, $2 after this type and key, $3 how many to look at. One statement, so that it sees a key and its job at the same time.
-- Locks: the keys it frees. Indexes: key's primary key, those of pawl.is_alive, dead's primary key.
with page as materialized (
  select k.type, k.key, k.job_id, k.mode from pawl.key k where (k.type, k.key) > ($1, $2) order by k.type, k.key limit $3
), orphan as materialized (
  select p.type, p.key, p.job_id from page p
   where p.mode = 'live' and not pawl.is_alive(p.job_id)
     and not exists (select from pawl.dead d where d.job_id = p.job_id and d.ended_at is null)
), freed as (
  delete from pawl.key k using orphan o where k.type = o.type and k.key = o.key and k.job_id = o.job_id and k.mode = 'live'
  returning k.type, k.key
)
select (select json_build_array(type, key) from page order by type desc, key desc limit 1) as last,
       (select count(*)::int from page) as looked,
       (select coalesce(json_agg(type || ' ' || key), '[]') from freed) as freed
