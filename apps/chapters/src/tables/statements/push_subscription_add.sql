-- A browser that takes messages for a reader. One that comes again brings its newest keys, and lives again.
-- $1 reader; $2 address; $3 its public key; $4 its secret; $5 so many a reader may have
-- Locks: the row; the reader against removal. Index: push_subscription_reader_id_endpoint_key.
insert into chapters.push_subscription (reader_id, endpoint, p256dh, auth)
select id, $2, $3, $4 from chapters.reader
where id = $1 and (
  select count(*) from chapters.push_subscription where reader_id = $1 and ended_at is null and endpoint <> $2
) < $5
on conflict (reader_id, endpoint) do update set p256dh = excluded.p256dh, auth = excluded.auth, ended_at = null
returning id, endpoint, created_at, ended_at
