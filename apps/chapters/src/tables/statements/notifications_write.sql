-- Tells a batch of readers of a series about a chapter, in order of their ids. Who was told before is not told again: the unique
-- key sees to it.
-- $1 series, $2 chapter, $3 the last reader of the batch before, $4 most readers, $5 languages of the chapter, '*' for all
-- Locks: its own rows; readers and the chapter, for key share. Index: library_entry_notified, primary key of reader.
with page as (
  select le.reader_id
    from chapters.library_entry le
   where le.series_id = $1
     and le.notify_new_chapters
     and le.reader_id > $3
   order by le.reader_id
   limit $4
), told as (
  insert into chapters.notification (reader_id, chapter_id)
  select page.reader_id, $2
    from page
         -- one look-up a reader: a plan made on an empty table would read all of them for each batch
    join lateral (select languages from chapters.reader where id = page.reader_id limit 1) r on true
   where r.languages = '{}' or '*' = any ($5::text[]) or r.languages && $5::text[]
   order by page.reader_id
      on conflict (reader_id, chapter_id) do nothing
  returning id, reader_id
)
select (select count(*)::int from page) as looked_at,
       (select max(reader_id) from page) as last_reader,
       (select coalesce(array_agg(id order by id), '{}') from told) as notification_ids
