-- Appends waiting attempts of a lane anew, so that their partition can go. $1 its number, $2 lane, $3 front lane, $4 positions.
-- Locks and indexes: see pawl.move_waiting.
select pawl.move_waiting($1, $2, $3, $4::bigint[]) as moved
