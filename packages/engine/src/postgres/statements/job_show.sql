-- One job as people see it. $1 its id. Locks: none. Indexes: attempt_job, later_job.
select * from pawl.jobs where id = $1
