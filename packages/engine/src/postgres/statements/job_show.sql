-- One job as people see it. $1 its id. Locks: none. Indexes: see pawl.job.
select * from pawl.job($1)
