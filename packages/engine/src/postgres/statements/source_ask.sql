-- Asks whether a source may be called now, and takes a token if none is held. $1 source, $2 class, $3 for how long a token is
-- held, in ms, or null, $4 the same for the probe. Locks: see pawl.ask_source.
select reason, wait_ms, probe from pawl.ask_source($1, $2, $3::float8, $4::float8)
