-- The tables of a partition that are still attached, and what detaches each. Attempts go first: while an attempt can be seen
-- its outcome must be seen too. What was begun and not ended is ended. $1 the partition's number. Locks: none.
select t.name,
       format('alter table pawl.%I detach partition pawl.%I %s', t.name, t.name || '_' || $1::int,
              case when i.inhdetachpending then 'finalize' else 'concurrently' end) as detach
  from unnest('{attempt,result,lease,outcome}'::text[]) with ordinality t (name, i)
  join pg_class c on c.relnamespace = 'pawl'::regnamespace and c.relname = t.name || '_' || $1::int
  join pg_inherits i on i.inhrelid = c.oid
 order by t.i
