-- Resumes a queue for everybody, and wakes its workers. $1 queue. Locks: its row.
with resumed as (update pawl.queue set paused_at = null where name = $1 and paused_at is not null returning name)
select pg_notify('pawl_line', '*')::text as woken from resumed
