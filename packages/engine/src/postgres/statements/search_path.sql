-- Whether unqualified names resolve to the schema `pawl` for this role, as they do for a role called `pawl`. Locks: none. Indexes: none.
select current_user::text as role, 'pawl' = any (current_schemas(false)) as shadowed
