-- Where lines are now: between which positions, and the first turn of the present. `beyond` is the end of the partition in which
-- positions are given out. Locks: none. A table of some twenty rows.
select coalesce(min(p.first) filter (where p.line_ended_at is null), 0) as "from",
       coalesce(min(p.beyond) filter (where p.beyond > pawl.next_position()), 0) as beyond, pawl.present_turn() as present
  from pawl.partition p
