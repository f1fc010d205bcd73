-- Pauses a source for everybody. $1 name, $2 for so many ms, or null: until it is resumed. Locks: the source.
select pawl.pause_source($1, $2::float8) as found
