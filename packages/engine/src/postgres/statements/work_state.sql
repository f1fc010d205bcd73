-- What an item or a run is doing. In a statement of its own, after its row was locked: what the lock waited for must be seen.
-- $1 how it ended or null, $2 its job. Locks: none. Indexes: see pawl.work_state.
select pawl.work_state($1, $2::bigint) as state
