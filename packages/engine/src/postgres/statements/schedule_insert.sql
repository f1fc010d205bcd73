-- Makes the row of a schedule that nobody has declared before. $1 name, $2 spec, $3 its first tick.
-- Locks: waits for another process that is making the same row, and then does nothing.
insert into pawl.schedule (name, spec, next_at) values ($1, $2, $3)
on conflict (name) do nothing
