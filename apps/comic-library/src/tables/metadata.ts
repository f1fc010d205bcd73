import { sqlBeside } from '@pawl/app'
import type { Tx } from 'pawl'

const sql = sqlBeside(import.meta.url)

export type UnreadFile = { readonly id: number; readonly path: string }

/** What was read of a file, as it is kept. */
export type FileMetadata = {
  readonly format: string
  readonly pages: readonly string[]
  readonly coverPage: string | null
  readonly seriesFrom: 'comic-info' | 'folder' | 'file-name'
  readonly seriesNameRaw: string
  readonly nameKey: string
  readonly apartKey: string
  readonly number: string | null
  readonly lastNumber: string | null
  readonly volume: string | null
  readonly year: number | null
  readonly title: string | null
  readonly isSpecial: boolean
  readonly sortKey: string
  readonly publisher: string | null
  readonly seriesYear: number | null
  readonly genres: readonly string[]
  readonly tags: readonly string[]
  readonly ageRating: string | null
  readonly language: string | null
  readonly comicvineSeriesId: string | null
  readonly metronSeriesId: string | null
  readonly comicInfo: unknown
  readonly warningCode: string | null
  readonly warningText: string | null
}

export async function unreadFiles(
  tx: Tx,
  libraryId: string,
  after: string | null,
  limit: number,
): Promise<UnreadFile[]> {
  return (await tx.query(sql('files_unread'), [libraryId, after ?? 0, limit])).rows as UnreadFile[]
}

export async function countUnread(tx: Tx, libraryId: string): Promise<number> {
  return (await tx.query(sql('files_unread_count'), [libraryId])).rows[0].n as number
}

export async function writeMetadata(
  tx: Tx,
  libraryId: string,
  read: readonly { readonly id: number; readonly metadata: FileMetadata }[],
): Promise<void> {
  if (read.length === 0) return
  const rows = read.map(({ id, metadata }) => ({
    file_id: id,
    library_id: Number(libraryId),
    ...inSnakeCase(metadata),
  }))
  await tx.query(sql('file_metadata_write'), [storable(JSON.stringify(rows))])
  await tx.query(sql('files_read'), [read.map(({ id }) => id)])
}

/** They were gone when they were to be read. */
export async function orphanFiles(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await tx.query(sql('files_orphan'), [ids])
}

/** Lets the next scan read files anew: those with a warning, or all of them. */
export async function rereadFiles(db: Tx, libraryId: number, { all = false } = {}): Promise<number> {
  return (await db.query(sql('files_reread'), [libraryId, all])).rows.length
}

function inSnakeCase(metadata: FileMetadata): Record<string, unknown> {
  const named = Object.entries(metadata).map(([name, value]) => [
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    value,
  ])
  return Object.fromEntries(named)
}

/** PostgreSQL stores neither NUL nor half of a surrogate pair, and archives may have both in their names. */
function storable(json: string): string {
  return json.replace(/(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/gi, '$1\ufffd')
}
