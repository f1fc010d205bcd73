-- Records what an operator did. $1 who, $2 what, $3 to what, $4 details as JSON, or null. Locks: the new row.
insert into pawl.operation (who, what, target, details) values ($1, $2, $3, $4::jsonb) returning id::text, at
