import { sqlBeside } from '@pawl/app'
import type { Tx } from 'pawl'
import { type ListedChapter, listedChapter } from './listed-chapters.ts'

const sql = sqlBeside(import.meta.url)

/** Where a page of new chapters ended: when its last one was found, in microseconds since 1970. */
export type FoundPlace = { readonly us: number; readonly id: number }

export type NewChapters = { readonly chapters: readonly ListedChapter[]; readonly next: FoundPlace | undefined }

/** New chapters, the newest first: of all series, or of those that a reader follows in their languages. */
export async function newChapters(
  db: Tx,
  { reader, after, limit }: { readonly reader?: number; readonly after?: FoundPlace; readonly limit: number },
): Promise<NewChapters> {
  const place = [after?.us ?? null, after?.id ?? null, limit]
  const { rows } =
    reader === undefined
      ? await db.query(sql('new_chapters'), place)
      : await db.query(sql('new_chapters_of_reader'), [...place, reader])
  const last = rows.length < limit ? undefined : rows.at(-1)
  return {
    chapters: rows.map(listedChapter),
    next: last && { us: Number(last.detected_us), id: Number(last.id) },
  }
}
