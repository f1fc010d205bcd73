-- New reports of many addresses, under way; those of which one is under way are left out.
-- $1 urls as given, $2 their addresses, in order
-- Locks: the new rows; waits for whoever is just inserting the same address. In order, so that two lists wait in one direction.
-- Index: report_under_way.
insert into site_reports.report (url, address, status, current_step, in_progress, started_at)
select url, address, 'in-progress', 'website-analysis', true, now()
  from unnest($1::text[], $2::text[]) as given (url, address)
on conflict (address) where in_progress do nothing
returning id, address
