-- The passes that were ended before their time. Locks: none. Reads the table whole: it has a row for each log-in and log-out of a week.
select p.id from pawl_server.ended_pass p where p.until > now()
