-- Carries the cursors of lanes out of a partition. $1 its number, $2 how many lanes at the most. Fewer carried: there are no
-- more but those that are held. Locks and indexes: see pawl.carry_lanes.
select carried, held from pawl.carry_lanes($1, $2)
