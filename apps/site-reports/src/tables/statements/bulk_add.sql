-- A list of addresses that was given in one go.
-- $1 name or null, $2 what was refused, as JSON
-- Locks: the new row. Index: bulk_pkey.
insert into site_reports.bulk (name, refused) values ($1, $2) returning id
