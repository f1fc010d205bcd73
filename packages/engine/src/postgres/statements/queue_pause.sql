-- Pauses a queue for everybody; each claim looks. $1 queue. Locks: its row.
insert into pawl.queue (name, paused_at) values ($1, clock_timestamp())
on conflict (name) do update set paused_at = coalesce(pawl.queue.paused_at, excluded.paused_at)
