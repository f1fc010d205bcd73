-- Closes the circuit of a source. $1 name. Locks: the source.
select pawl.close_circuit($1) as found
