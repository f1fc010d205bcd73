-- Like enqueue, for one plain job: a plan half as large. $1 lane, $2 body, $3 max_attempts, $4 lanes to wake as text, '' for nobody.
-- Locks: as enqueue.
insert into pawl.attempt (lane, body, max_attempts) values ($1::int, $2::json, $3::smallint)
returning pos::text as ids, case when $4::text <> '' then pg_notify('pawl_line', $4)::text end as woken
