-- The partitions and how long, in ms, they have been in use and closed; next_position is the one that will be given out next.
-- Locks: none. A table of some twenty rows.
select number, first, beyond, pawl.next_position() as next_position,
       (extract(epoch from clock_timestamp() - opened_at) * 1000)::float8 as opened_ms,
       (extract(epoch from clock_timestamp() - closed_at) * 1000)::float8 as closed_ms, line_ended_at is not null as line_ended
  from pawl.partition order by number
