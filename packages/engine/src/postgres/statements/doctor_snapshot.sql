-- The oldest snapshot that keeps dead rows alive: whose, and for how long in ms. Of other roles only those that may be seen.
-- Locks: none. Reads statistics.
select coalesce(nullif(a.application_name, ''), a.usename, 'a session') || ' (pid ' || a.pid || ', ' || coalesce(a.state, 'unknown') || ')' as who,
       (extract(epoch from clock_timestamp() - a.xact_start) * 1000)::float8 as age_ms
  from pg_stat_activity a
 where a.datname = current_database() and a.backend_xmin is not null and a.xact_start is not null
   and a.pid <> pg_backend_pid() and a.backend_type = 'client backend'
 order by age_ms desc limit 1
