-- Ends a flight, if it is still that of its owner. $1 key, $2 variant, $3 owner. Locks: the flight. Index: the primary key.
delete from pawl.cache_flight where key = $1 and variant = $2 and owner = $3
