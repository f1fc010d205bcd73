import type { AppDatabase } from './app-database.ts'

/** All that a scan leaves in the tables, in an order of its own; ids are told by what they stand for, and times are left out. */
export async function libraryState({ sql }: AppDatabase) {
  return {
    files: await sql(`
      select f.relative_path, f.name, f.extension, f.size, f.mtime_ns, f.content_hash, f.status, f.has_metadata, f.sort_key, f.cover,
        s.name_key || '/' || s.apart_key as series, to_jsonb(m) - 'file_id' - 'library_id' as metadata
      from file f left join series s on s.id = f.series_id left join file_metadata m on m.file_id = f.id
      order by f.relative_path, f.status, f.content_hash`),
    series: await sql(`
      select s.name, s.name_key, s.apart_key, s.year, s.publisher, s.genres, s.tags, s.age_rating, s.language, s.comicvine_id, s.metron_id,
        s.file_count, s.page_count, f.relative_path as first_file, s.deleted_at is null as is_listed
      from series s left join file f on f.id = s.first_file_id
      order by s.name_key, s.apart_key`),
    skipped: await sql('select relative_path, reason from skipped order by relative_path'),
  }
}

/** What must never be: told by what is wrong, each time a scan was interrupted. */
export async function brokenPromises({ sql }: AppDatabase): Promise<Record<string, number>> {
  const [counts] = await sql(`
    select
      (select count(*)::int from (select from series group by library_id, name_key, apart_key having count(*) > 1) d) as "duplicateSeries",
      (select count(*)::int from series s where s.deleted_at is null
        and not exists (select from file f where f.series_id = s.id)) as "emptySeries",
      (select count(*)::int from series s
        where s.file_count <> (select count(*) from file f where f.series_id = s.id)) as miscounted`)
  return counts
}
