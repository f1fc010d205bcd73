-- Reserves ids for jobs that will be written later. $1 how many. Locks: none.
select array_to_string(array_agg(nextval('pawl.position')), ',') as ids from generate_series(1, $1::int)
