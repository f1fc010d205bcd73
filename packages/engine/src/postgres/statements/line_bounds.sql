-- Where lines are now: between which positions, and the first turn of the present. `newest` and `beyond` are the bounds of the
-- partition in which positions are given out. Locks: none. A table of some twenty rows.
select coalesce(min(p.first) filter (where p.line_ended_at is null), 0) as "from",
       coalesce(max(p.first) filter (where p.first <= n.next), 0) as newest,
       coalesce(min(p.beyond) filter (where p.beyond > n.next), 0) as beyond, pawl.present_turn() as present
  from pawl.partition p cross join pawl.next_position() n (next)
