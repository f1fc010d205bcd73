-- Forgets a thousand requests that are older than a day. Locks: their rows; those that somebody has are left. Index: request_at.
delete from pawl_server.request r using (
  select client, key from pawl_server.request where at < now() - interval '1 day' order by at limit 1000 for update skip locked
) old where r.client = old.client and r.key = old.key
