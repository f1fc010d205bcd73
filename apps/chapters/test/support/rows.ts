import type { Tx } from 'pawl'

let count = 0

/** A series at one source, as a poll would have left it. */
export async function addSeries(
  db: Tx,
  title = `Series ${++count}`,
): Promise<{ readonly id: number; readonly sourceId: number }> {
  const { rows } = await db.query(
    `with s as (insert into chapters.series (title) values ($1) returning id)
     insert into chapters.series_source (series_id, source_name, source_id, source_url)
     select id, 'shelf', $2, $3 from s returning series_id, id`,
    [title, `row-${++count}`, `https://shelf.example/series/${count}`],
  )
  return { id: Number(rows[0].series_id), sourceId: Number(rows[0].id) }
}

export type ChapterRow = {
  readonly number?: string | null
  readonly title?: string
  readonly language?: string | null
  readonly isBacklog?: boolean
}

/** A chapter of it with one release, as an ingest would have left it. */
export async function addChapter(
  db: Tx,
  series: { readonly id: number; readonly sourceId: number },
  { number = null, title, language = 'en', isBacklog = false }: ChapterRow = {},
): Promise<number> {
  const oneShot = number === null ? `shelf-${++count}` : null
  const { rows } = await db.query(
    `with c as (
       insert into chapters.logical_chapter (series_id, chapter_number, one_shot, chapter_title, is_backlog)
       values ($1, $2, $3, $4, $5) returning id
     ), s as (
       insert into chapters.chapter_source (series_source_id, chapter_id, chapter_number, one_shot, source_url)
       select $6, id, $2, $3, $7 from c returning id
     ), r as (
       insert into chapters.release (chapter_source_id, series_source_id, source_chapter_id, language, url)
       select id, $6, $8, $9, $7 from s
     )
     select id from c`,
    [
      ...[series.id, number, oneShot, title ?? null, isBacklog, series.sourceId],
      ...[`https://shelf.example/read/${++count}`, `release-${count}`, language],
    ],
  )
  return Number(rows[0].id)
}

export async function addReader(db: Tx, languages: readonly string[] = []): Promise<number> {
  const { rows } = await db.query('insert into chapters.reader (name, languages) values ($1, $2) returning id', [
    `reader ${++count}`,
    languages,
  ])
  return Number(rows[0].id)
}

export async function follow(db: Tx, reader: number, ...series: readonly { readonly id: number }[]): Promise<void> {
  for (const { id } of series)
    await db.query('insert into chapters.library_entry (reader_id, series_id) values ($1, $2)', [reader, id])
}

export async function addNotification(db: Tx, reader: number, chapter: number): Promise<number> {
  const { rows } = await db.query(
    'insert into chapters.notification (reader_id, chapter_id) values ($1, $2) returning id',
    [reader, chapter],
  )
  return Number(rows[0].id)
}
