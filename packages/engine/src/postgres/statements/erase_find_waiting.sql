-- Jobs of a type whose body contains this JSON and that wait for their time or are dead letters. $1 type, $2 JSON.
-- Locks: none. Index: later_of_lane; reads all dead letters.
select r.job_id from pawl.later r join pawl.lane l on l.id = r.lane where l.type = $1 and r.body::jsonb @> $2::jsonb
union
select d.job_id from pawl.dead d join pawl.lane l on l.id = d.lane where l.type = $1 and d.body::jsonb @> $2::jsonb
order by 1
