-- Whether a step is on record after its connection broke. $1 position, $2 job, $3 name. Locks and indexes: see pawl.step_stands.
select pawl.step_stands($1, $2, $3) as stands
