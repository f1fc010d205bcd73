-- Ends a statement that waits for others, on whatever connection it runs. $1 its text. Locks: none.
select count(pg_cancel_backend(pid))::int as ended from pg_stat_activity
 where datname = current_database() and state = 'active' and query = $1 and pid <> pg_backend_pid()
