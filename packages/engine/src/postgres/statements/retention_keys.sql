-- Removes keys whose window has passed: they hold nothing back any more. $1 how many at the most.
-- Locks: the rows it removes, those in use are passed over. Index: key_window.
delete from pawl.key k
 using (select type, key from pawl.key where mode = 'window' and until < clock_timestamp() order by until limit $1
           for update skip locked) old
 where k.type = old.type and k.key = old.key
