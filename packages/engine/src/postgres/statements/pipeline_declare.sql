-- Puts down how a pipeline looks, as the newest worker to start says. $1 name, $2 picture as JSON.
-- Locks: the row. Index: pipeline's primary key.
insert into pawl.pipeline (name, picture) values ($1, $2::jsonb)
on conflict (name) do update set picture = excluded.picture, declared_at = clock_timestamp()
