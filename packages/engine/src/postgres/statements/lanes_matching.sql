-- The lanes of a queue, a type and a source, each if given. $1 queue or null, $2 type or null, $3 source or null. Locks: none.
select l.id from pawl.lane l
 where ($1::text is null or l.queue = $1) and ($2::text is null or l.type = $2) and ($3::text is null or l.source = $3)
 order by l.id
