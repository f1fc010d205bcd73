-- What the rows of these schedules say now; a schedule that has no row yet comes with nulls. $1 names.
-- Locks: none. Index: the primary key.
select n.name, s.spec, s.superseded, s.paused_at is not null as paused, s.failures,
       (extract(epoch from greatest(s.next_at, s.retry_at) - clock_timestamp()) * 1000)::float8 as due_in_ms,
       (extract(epoch from clock_timestamp() - s.declared_at) * 1000)::float8 as undeclared_ms,
       (extract(epoch from clock_timestamp() - s.attended_at) * 1000)::float8 as unattended_ms,
       clock_timestamp() as now
  from unnest($1::text[]) n (name)
  left join pawl.schedule s on s.name = n.name
