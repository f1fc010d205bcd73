-- Removes keys whose window has passed: they hold nothing back any more. $1 how many at the most. Returns how many.
-- Locks: the rows it removes, those in use are passed over. Index: key_window.
with removed as (
  delete from pawl.key k
   using (select type, key from pawl.key where mode = 'window' and until < statement_timestamp() order by until limit $1
             for update skip locked) old
   where k.type = old.type and k.key = old.key
  returning 1
)
select count(*)::int as removed from removed
