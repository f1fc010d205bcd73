-- What an item is doing. In a statement of its own, after its row was locked: what the lock waited for must be seen. Inside of the
-- transaction that moves it on the outcome of its job is there already, and its row still says where it was: it runs.
-- $1 how it ended or null, $2 its job. Locks: none. Indexes: those of pawl.attempts_of, outcome's primary key; see pawl.work_state.
select case when $1::text is null and exists (
         select from pawl.attempts_of($2::bigint) a cross join lateral (select o.xmin from pawl.outcome o where o.pos = a.pos limit 1) o
          where o.xmin = pg_current_xact_id_if_assigned()::xid)
       then 'running' else pawl.work_state($1::text, $2::bigint) end as state
