-- Tells the workers that lanes have work, as the enqueue that put it there did not. $1 lanes to wake as text. Locks: none.
select pg_notify('pawl_line', $1::text)::text as woken
