-- A target has been told of a chapter.
-- $1 subscription or null; $2 webhook or null; $3 chapter
-- Locks: the row; target and chapter against removal. Index: the keys of delivery.
insert into chapters.delivery (push_subscription_id, webhook_id, chapter_id)
select $1::bigint, $2::bigint, id from chapters.logical_chapter
where id = $3 and exists (
  select from chapters.push_subscription where id = $1 union all select from chapters.webhook where id = $2
)
on conflict do nothing
