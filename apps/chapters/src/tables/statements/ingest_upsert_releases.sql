-- Releases, new or better known. A null overwrites nothing, and an older version does not come back over a newer one. One whose
-- number was corrected moves to its other chapter; one that was taken for removed is there again. One that moved, or is in another
-- language than was said, is as new there as one that nobody knew: the last look-up sees the row as it was before the statement.
-- $1 releases as JSON, with their rows of chapter_source
-- Locks: its rows, in order of their keys. Index: unique key of release, primary key for those that were known.
with upserted as (
  insert into chapters.release as r
         (chapter_source_id, series_source_id, source_chapter_id, language, scanlation_group, title, url, published_at,
          is_external, version)
  select distinct on (f.series_source_id, f.source_chapter_id)
         f.chapter_source_id, f.series_source_id, f.source_chapter_id, f.language, f.scanlation_group, f.title,
         f.url, f.published_at, f.is_external, f.version
    from jsonb_to_recordset($1::jsonb) as f (n int, chapter_source_id bigint, series_source_id bigint, source_chapter_id text,
                                             title text, url text, language text,
                                             scanlation_group text, published_at timestamptz, is_external boolean, version int)
   order by f.series_source_id, f.source_chapter_id, f.version desc, f.n
      on conflict (series_source_id, source_chapter_id) do update
     set chapter_source_id = excluded.chapter_source_id,
         language = coalesce(excluded.language, r.language),
         scanlation_group = coalesce(excluded.scanlation_group, r.scanlation_group),
         title = coalesce(excluded.title, r.title),
         url = excluded.url,
         published_at = coalesce(excluded.published_at, r.published_at),
         is_external = excluded.is_external,
         version = excluded.version,
         updated_at = now(),
         removed_at = null
   where excluded.version >= r.version
  returning r.id, r.chapter_source_id, r.language, (r.xmax = 0) as is_inserted
)
select u.id,
       case when u.is_inserted then true
            else coalesce((select (b.chapter_source_id, b.language) is distinct from (u.chapter_source_id, u.language)
                             from chapters.release b where b.id = u.id limit 1), true)
        end as is_new
  from upserted u
