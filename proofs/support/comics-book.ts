import pg from 'pg'

/** What must never be. */
export type Promises = { readonly duplicateSeries: number; readonly emptySeries: number; readonly miscounted: number }

/** What the tables of the application say, ids told by what they stand for and times left out. */
const rows = {
  file: `
    select f.relative_path, f.name, f.extension, f.size, f.mtime_ns, f.content_hash, f.status, f.has_metadata, f.sort_key, f.cover,
      s.name_key || '/' || s.apart_key as series, to_jsonb(m) - 'file_id' - 'library_id' as metadata
    from comic_library.file f
    left join comic_library.series s on s.id = f.series_id
    left join comic_library.file_metadata m on m.file_id = f.id`,
  series: `
    select s.name, s.name_key, s.apart_key, s.year, s.publisher, s.genres, s.tags, s.age_rating, s.language, s.comicvine_id,
      s.metron_id, s.file_count, s.page_count, f.relative_path as first_file, s.deleted_at is null as listed
    from comic_library.series s left join comic_library.file f on f.id = s.first_file_id`,
  skipped: 'select relative_path, reason from comic_library.skipped',
}

/** Looks into the tables of the application, as nobody but the proof does. */
export class ComicsBook {
  readonly #pool: pg.Pool

  constructor(url: string) {
    this.#pool = new pg.Pool({ connectionString: url, max: 2 })
    this.#pool.on('error', () => {})
  }

  close(): Promise<void> {
    return this.#pool.end()
  }

  /** A library that was never scanned, in the place of all that there were. */
  async begin(root: string): Promise<string> {
    await this.#pool.query('truncate comic_library.library cascade')
    const { rows } = await this.#pool.query(
      `insert into comic_library.library (name, root) values ('comics', $1) returning id::text`,
      [root],
    )
    return rows[0].id
  }

  async promises(): Promise<Promises> {
    const { rows } = await this.#pool.query(`
      select
        (select count(*)::int from (
          select from comic_library.series group by library_id, name_key, apart_key having count(*) > 1
        ) d) as "duplicateSeries",
        (select count(*)::int from comic_library.series s
          where s.deleted_at is null and not exists (select from comic_library.file f where f.series_id = s.id)) as "emptySeries",
        (select count(*)::int from comic_library.series s
          where s.file_count <> (select count(*) from comic_library.file f where f.series_id = s.id)) as miscounted`)
    return rows[0]
  }

  async counts(): Promise<{ readonly files: number; readonly series: number; readonly warnings: number }> {
    const { rows } = await this.#pool.query(`
      select (select count(*)::int from comic_library.file where status = 'indexed') as files,
        (select count(*)::int from comic_library.series where deleted_at is null) as series,
        (select count(*)::int from comic_library.file_metadata where warning_code is not null) as warnings`)
    return rows[0]
  }

  /** Each row of each table as one text. */
  async state(): Promise<ReadonlySet<string>> {
    const state = new Set<string>()
    for (const [table, text] of Object.entries(rows)) {
      const found = await this.#pool.query(`select to_jsonb(r)::text as row from (${text}) r`)
      for (const { row } of found.rows) state.add(`${table} ${row}`)
    }
    return state
  }
}

/** Rows that only one of the two has. */
export function differences(a: ReadonlySet<string>, b: ReadonlySet<string>): string[] {
  return [...[...a].filter((row) => !b.has(row)), ...[...b].filter((row) => !a.has(row))]
}
