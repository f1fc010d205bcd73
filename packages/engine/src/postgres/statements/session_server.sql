-- Which server this session is on, by when it was started, where the session is its own: the server's process is the one that the connection was
-- told of, and no pooler's. Nothing comes back from one that only reads: what it has was claimed elsewhere.
-- $1 that process. Locks: none.
select pg_postmaster_start_time()::text as server where pg_backend_pid() = $1::int and not pg_is_in_recovery()
