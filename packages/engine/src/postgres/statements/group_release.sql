-- Gives back the group slot of a job that is being completed: the last statement of job.commit, as it locks the group.
-- $1 job. Locks and indexes: see pawl.release_slots.
select pawl.release_slots(array[$1::bigint])::text as released
