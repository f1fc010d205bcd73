-- Which of the releases that a source has are not known, are known differently, or were taken for removed. A null never counts as
-- news, nor does an older version.
-- $1 series_source, $2 releases as JSON: n, number, source_chapter_id, title, url, language, scanlation_group, published_at,
-- is_external, version
-- Locks: none. Index: unique (series_source_id, source_chapter_id) of release, unique (series_source_id, chapter_number), one look-up
-- a release whatever is known of the tables.
select f.n, (r.id is null and known.id is null) as is_new_chapter
  from jsonb_to_recordset($2::jsonb) as f (n int, number numeric, source_chapter_id text, title text, url text, language text,
                                           scanlation_group text, published_at timestamptz, is_external boolean, version int)
  left join lateral (select id, chapter_source_id, title, url, language, scanlation_group, published_at, is_external, version, removed_at
                       from chapters.release where series_source_id = $1 and source_chapter_id = f.source_chapter_id limit 1) r on true
  left join lateral (select chapter_number from chapters.chapter_source where id = r.chapter_source_id limit 1) own on true
  left join lateral (select id from chapters.chapter_source
                      where series_source_id = $1 and chapter_number = f.number limit 1) known on true
 where r.id is null
    or r.removed_at is not null
    or f.version > r.version
    or (f.version = r.version
        and (own.chapter_number, r.title, r.url, r.language, r.scanlation_group, r.published_at, r.is_external)
            is distinct from
            (f.number, coalesce(f.title, r.title), f.url, coalesce(f.language, r.language),
             coalesce(f.scanlation_group, r.scanlation_group), coalesce(f.published_at, r.published_at), f.is_external))
 order by f.n
