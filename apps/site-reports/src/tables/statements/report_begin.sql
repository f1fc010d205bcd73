-- A new report of an address, under way; nothing when one of this address is.
-- $1 url as given, $2 address
-- Locks: the new row; waits for whoever is just inserting the same address.
-- Index: report_under_way.
insert into site_reports.report (url, address, status, current_step, in_progress, started_at)
values ($1, $2, 'in-progress', 'website-analysis', true, now())
on conflict (address) where in_progress do nothing
returning id
