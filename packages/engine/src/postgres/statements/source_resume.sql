-- Ends the pause of a source, an operator's or its own. $1 name. Locks: the source.
select pawl.resume_source($1) as found
