-- Dead letters of a lane, in the order of their jobs, those that somebody decided on included: for lists.
create index dead_of_lane on pawl.dead (lane, job_id);
