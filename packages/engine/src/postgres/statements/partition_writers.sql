-- The transactions that are writing attempts, leases or lanes just now, prepared ones too. Whoever took a position of a
-- partition before that was closed is among them for as long as it lasts.
-- Locks: none that last; reads the lock table.
select distinct l.virtualtransaction as writer from pg_locks l
 where l.locktype = 'relation' and l.mode = 'RowExclusiveLock' and l.pid is distinct from pg_backend_pid()
   and l.database = (select oid from pg_database where datname = current_database())
   and l.relation in ('pawl.attempt'::regclass, 'pawl.lease'::regclass, 'pawl.lane'::regclass)
