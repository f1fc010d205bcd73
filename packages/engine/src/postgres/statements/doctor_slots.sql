-- Replication slots that nobody reads and that keep dead rows alive, of all databases: how many, the oldest, and its age.
-- PostgreSQL does not tell since when a slot stands still, only how many transactions ago. Locks: none. Reads statistics.
select count(*)::int as count, (array_agg(slot_name::text order by transactions desc))[1] as oldest, max(transactions)::int as transactions
  from (select s.slot_name, greatest(age(s.xmin), age(s.catalog_xmin)) as transactions from pg_replication_slots s
         where not s.active) slot
 where transactions is not null
