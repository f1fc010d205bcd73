-- All queues that the database knows from jobs, pauses or workers: those of queues_list, without their counts.
-- Locks: none. Reads all lanes, of which there are few; pawl.queue and the workers that have not stopped.
select l.queue as name from pawl.lane l
union
select p.name from pawl.queue p
union
select unnest(w.queues) from pawl.worker w where w.stopped_at is null
order by name
