-- Prepared transactions that nobody has ended: how many, the oldest, and for how long in ms. Locks: none.
select count(*)::int as count, (array_agg(gid order by prepared))[1] as oldest,
       (extract(epoch from clock_timestamp() - min(prepared)) * 1000)::float8 as age_ms
  from pg_prepared_xacts where database = current_database()
