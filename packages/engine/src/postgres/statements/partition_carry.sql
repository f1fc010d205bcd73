-- Carries the cursors of lanes out of a partition. $1 its number, $2 how many lanes at the most. Returns how many are left.
-- Locks and indexes: see pawl.carry_lanes.
select pawl.carry_lanes($1, $2) as left
