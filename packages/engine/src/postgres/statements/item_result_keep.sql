-- Keeps what a stage came to. $1 pipeline, $2 item, $3 stage, $4 value as JSON or null.
-- Locks: the row. Index: pipeline_result's primary key.
insert into pawl.pipeline_result (pipeline, item, stage, value) values ($1::text, $2::text, $3::text, $4::jsonb)
on conflict (pipeline, item, stage) do update set value = excluded.value, at = clock_timestamp()
