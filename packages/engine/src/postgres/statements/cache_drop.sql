-- Removes an entry in whose place has come what may not be kept. $1 key, $2 variant. Locks: the entry. Index: the primary key.
delete from pawl.cache_entry where key = $1 and variant = $2
