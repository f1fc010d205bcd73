-- Notes for those who wait for others what is about to be forgotten: which of those have succeeded. (A dead letter is kept in
-- whole, and to have been cancelled means the same to them as to be unknown.) $1 number of the partition that is to go.
-- Locks: the rows it changes. Indexes: dependency_open, see pawl.ended_as.
update pawl.dependency d set ended_as = 'succeeded'
 where d.ended_as is null and d.on_job < (select p.beyond from pawl.partition p where p.number = $1)
   and pawl.ended_as(d.on_job) = 'succeeded'
