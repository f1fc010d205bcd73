-- Says what the code wants of sources. $1 names in order, $2 settings of each. Locks: see pawl.declare_source.
select name from unnest($1::text[], $2::jsonb[]) s (name, settings) where pawl.declare_source(name, settings)
