-- Forgets passes whose time is over anyway. Locks: their rows. Index: ended_pass_until.
delete from pawl_server.ended_pass p where p.until < now() - interval '1 hour'
