-- What waits of a lane, in the order of its jobs: for lists. It serves the counts of queues as well as the one that it replaces.
create index later_of_lane on pawl.later (lane, reason, job_id);
drop index pawl.later_lane;
