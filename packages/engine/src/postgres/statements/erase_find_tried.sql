-- Jobs of a type whose body contains this JSON, by their attempts, behind this position. $1 type, $2 JSON, $3 after, $4 how many
-- attempts to look at. Reads history: `last` is where it has come to, null at its end. Locks: none. Index: attempt's primary key.
with page as materialized (
  select a.pos, a.job_id, a.lane, a.body from pawl.attempt a where a.pos > $3 order by a.pos limit $4
)
select (select max(pos) from page) as last,
       array(select distinct p.job_id from page p join pawl.lane l on l.id = p.lane
              where l.type = $1 and p.body::jsonb @> $2::jsonb)::text[] as jobs
