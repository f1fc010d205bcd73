-- Releases the live key of a job that is being completed: the second statement of job.commit, before follow-ups are enqueued.
-- $1 job. Locks: the key. Index: key_job.
delete from pawl.key where job_id = $1 and mode = 'live'
