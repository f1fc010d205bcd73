-- The table of Pawl's with the most dead tuples. Locks: none. Reads statistics.
select relname as table, n_dead_tup::float8 as dead, n_live_tup::float8 as live, coalesce(last_autovacuum, last_vacuum) as vacuumed_at
  from pg_stat_user_tables where schemaname = 'pawl' order by n_dead_tup desc limit 1
