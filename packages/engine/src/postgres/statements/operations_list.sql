-- A page of what operators have done, newest first. $1 below which number, or null, $2 how many. Locks: none.
-- Index: operation's primary key, backwards. By the number itself: the name alone would mean the text above, and 9 comes after 10 in that.
select id::text, at, who, what, target, details from pawl.operation
 where id < coalesce($1::bigint, 9223372036854775807) order by operation.id desc limit $2
