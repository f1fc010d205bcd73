-- Lets claimed attempts of groups start, or parks them. $1 worker, $2 worker number, $3 positions, $4 lanes, $5 turns, $6 claims,
-- $7 limits, $8 front lanes. Locks and indexes: see pawl.admit.
select array_to_string(pawl.admit($1, $2, $3, $4, $5, $6, $7, $8), ',') as admitted
