-- Which migrations were applied, and whether the ledger comes from another cluster. Locks: none. Indexes: see pawl.is_foreign.
select array(select number from pawl.migration order by number) as applied, pawl.is_foreign() as foreign
