-- Says that processes are there that have these schedules. $1 names, $2 those of them whose spec is the one that stands.
-- Locks: the rows; those that are being fired are passed over, which says the same. Index: the primary key.
with present as (
  select name from pawl.schedule where name = any ($1::text[]) for update skip locked
)
update pawl.schedule s
   set declared_at = clock_timestamp(),
       attended_at = case when s.name = any ($2::text[]) then clock_timestamp() else s.attended_at end
  from present
 where s.name = present.name
