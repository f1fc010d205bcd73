-- Whether anything is kept or under way. Locks: none. Indexes: those of cache_entry and cache_flight, of which one row is read.
select exists (select from pawl.cache_entry e) or exists (select from pawl.cache_flight f) as has
