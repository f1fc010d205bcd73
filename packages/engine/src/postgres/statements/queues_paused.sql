-- The names of all paused queues. Locks: none. Index: queue_paused.
select name from pawl.queue where paused_at is not null order by name
