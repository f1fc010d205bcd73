-- How the run of a job has ended, null if it has not. $1 job. Locks: none. Index: pipeline_run's unique job_id.
select ended_as from pawl.pipeline_run where job_id = $1
