-- The queues and types that the ledger has met. Locks: none. Reads all lanes, of which there are few.
select coalesce(array_agg(distinct queue), '{}') as queues, coalesce(array_agg(distinct type), '{}') as types from pawl.lane
