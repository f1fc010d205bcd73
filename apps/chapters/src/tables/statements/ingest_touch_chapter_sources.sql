-- Chapters that were at their sources before: something was heard of them.
-- $1 chapter_source ids
-- Locks: the rows, for no key update, in order. Index: primary key.
with held as (
  select id from chapters.chapter_source where id = any ($1::bigint[]) order by id for no key update
)
update chapters.chapter_source s set updated_at = now() from held where s.id = held.id
