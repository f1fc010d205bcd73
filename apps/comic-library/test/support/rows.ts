import type { Tx } from 'pawl'
import { seriesKey } from '../../src/names/series-key.ts'

let count = 0

export type LibraryRow = { readonly id: number; readonly root: string }

/** A library, as `pawl comics add` would have left it. */
export async function addLibraryRow(
  db: Tx,
  root = `/nowhere/${++count}`,
  name = `Library ${++count}`,
): Promise<LibraryRow> {
  const { rows } = await db.query('insert into comic_library.library (name, root) values ($1, $2) returning id', [
    name,
    root,
  ])
  return { id: Number(rows[0].id), root }
}

export type IssueRow = {
  readonly path?: string
  readonly number?: string
  readonly title?: string
  readonly pages?: readonly string[]
  readonly format?: string
  readonly hash?: string
  readonly size?: number
  readonly cover?: 'made' | 'none'
  readonly comicInfo?: unknown
  readonly warning?: { readonly code: string; readonly text: string }
  readonly status?: 'pending' | 'indexed' | 'orphaned'
}

/** A series with these issues, as a scan would have left it. */
export async function addSeriesRows(
  db: Tx,
  library: LibraryRow,
  name: string,
  issues: readonly IssueRow[],
): Promise<{ readonly id: number; readonly issues: number[] }> {
  const { rows } = await db.query(
    `insert into comic_library.series (library_id, name, name_key, file_count, deleted_at, publisher, year)
     values ($1, $2, $3, $4, case when $4 > 0 then null else now() end, 'House', 2016) returning id`,
    [library.id, name, seriesKey(name), issues.length],
  )
  const id = Number(rows[0].id)
  const ids: number[] = []
  for (const issue of issues) ids.push(await addIssue(db, library, { id, name }, issue))
  await db.query(
    `update comic_library.series set first_file_id = $2, page_count =
       (select coalesce(sum(cardinality(m.pages)), 0) from comic_library.file f join comic_library.file_metadata m on m.file_id = f.id
        where f.series_id = $1) where id = $1`,
    [id, ids[0] ?? null],
  )
  return { id, issues: ids }
}

async function addIssue(
  db: Tx,
  library: LibraryRow,
  series: { readonly id: number; readonly name: string },
  issue: IssueRow,
): Promise<number> {
  const { number = String(++count), pages = ['1.jpg', '2.jpg', '3.jpg'], format = 'zip', status = 'indexed' } = issue
  const { path = `${series.name}/${series.name} ${number}.cbz`, hash = `hash${++count}`, size = 100 } = issue
  const sortKey = number.padStart(8, '0')
  const { rows } = await db.query(
    `insert into comic_library.file (library_id, relative_path, name, extension, size, mtime_ns, content_hash, status, has_metadata,
       series_id, sort_key, cover)
     values ($1, $2, $3, 'cbz', $4, 1, $5, $6, true, $7, $8, $9) returning id`,
    [library.id, path, path.split('/').at(-1), size, hash, status, series.id, sortKey, issue.cover ?? null],
  )
  const id = Number(rows[0].id)
  await db.query(
    `insert into comic_library.file_metadata (file_id, library_id, format, pages, cover_page, series_from, series_name_raw, name_key,
       number, title, sort_key, comic_info, warning_code, warning_text, year)
     values ($1, $2, $3, $4, $5, 'folder', $6, $7, $8, $9, $10, $11, $12, $13, 2016)`,
    [
      ...[id, library.id, format, pages, pages[0] ?? null, series.name, seriesKey(series.name), number],
      ...[
        issue.title ?? null,
        sortKey,
        issue.comicInfo ?? null,
        issue.warning?.code ?? null,
        issue.warning?.text ?? null,
      ],
    ],
  )
  return id
}

export async function addReaderRow(db: Tx, name = `reader ${++count}`): Promise<number> {
  const { rows } = await db.query('insert into comic_library.reader (name) values ($1) returning id', [name])
  return Number(rows[0].id)
}
