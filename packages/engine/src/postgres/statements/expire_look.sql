-- Whether jobs may have run out of their time to start: in line, and parked under their group. Planned in a tenth of the time that
-- their burial takes, which is rarely due. $1 how many ms to look back. Locks: none. Indexes: attempt_start_before, later_parked_late.
select exists (select from pawl.attempt a where a.start_before < now() and a.start_before > now() - $1 * interval '1 ms') as late,
       exists (select from pawl.later r where r.reason = 'parked' and r.start_before < now()) as parked
