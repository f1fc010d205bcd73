-- All pipelines that a worker has declared, by name. Locks: none. Index: pipeline's primary key.
select name, picture, declared_at from pawl.pipeline order by name
