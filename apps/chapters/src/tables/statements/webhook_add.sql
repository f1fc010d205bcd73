-- An address that is told of a reader's new chapters. One that was ended and comes again lives again.
-- $1 reader; $2 address; $3 so many a reader may have
-- Locks: the row; the reader against removal. Index: webhook_reader_id_url_key.
insert into chapters.webhook (reader_id, url)
select id, $2 from chapters.reader
where id = $1 and (select count(*) from chapters.webhook where reader_id = $1 and ended_at is null and url <> $2) < $3
on conflict (reader_id, url) do update set ended_at = null
returning id, url, created_at, ended_at
