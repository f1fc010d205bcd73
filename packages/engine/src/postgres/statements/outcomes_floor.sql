-- Where somebody who follows outcomes begins, asked before the snapshot is taken: no outcome that it lacks is older than floor_ms.
-- future: $1, the snapshot up to which somebody has followed, or null, is not one of this cluster. Locks: none. Indexes: none.
select (date_part('epoch', pawl.outcomes_floor()) * 1000)::float8 as floor_ms, (date_part('epoch', clock_timestamp()) * 1000)::float8 as now_ms,
       coalesce(pg_snapshot_xmax($1::text::pg_snapshot) > pg_snapshot_xmax(pg_current_snapshot()), false) as future
