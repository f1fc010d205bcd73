-- Gives a waiting job a new body and perhaps a new time. $1 job, $2 lane, $3 body, $4 run_at or null, $5 delay in ms or null,
-- $6 group or null.
-- Locks and indexes: see pawl.replace_waiting.
select pawl.replace_waiting($1, $2, $3::json, coalesce($4::timestamptz, clock_timestamp() + $5::float8 * interval '1 ms'), $6) as replaced
