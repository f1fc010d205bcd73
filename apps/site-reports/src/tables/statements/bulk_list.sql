-- Lists, the newest first, without how far they are.
-- $1 before this id or null, $2 most rows
-- Locks: none. Index: bulk_pkey.
select id, name, jsonb_array_length(refused) as refused, created_at
  from site_reports.bulk
 where $1::bigint is null or id < $1
 order by id desc
 limit $2
