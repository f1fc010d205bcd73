-- Asks a run that is under way to go through its phases once more. One that has not begun will find all that there is. $1 job.
-- No row: it has ended, or never began. Locks: the row; waits for the commit that ends it. Index: pipeline_run's unique job_id.
update pawl.pipeline_run set again = again or started_at is not null where job_id = $1 and ended_as is null returning id
