import { PawlError } from 'pawl'
import type { ChapterList, ChapterListQuery, ListedBy } from './chapter-list.ts'

/** The most that an answer can have, and the most that a list can show. */
export const longestPage = 500
const windowSize = 10_000

/**
 * Walks along an order of time, page after page, from the oldest on. What is published meanwhile joins at the end, and each page
 * begins at the time where the one before it ended instead of at an offset: an offset would step over a chapter for each one
 * before it that is removed meanwhile, and shows nothing beyond 10,000. A page begins one second early, as several chapters can share a
 * second and nobody says whether 'since' is inclusive; what comes twice is known by its id. Only where one second fills a page does
 * an offset go on.
 */
export async function* walkChapters(
  list: (query: ChapterListQuery) => Promise<ChapterList>,
  by: ListedBy,
  from: Date | undefined,
): AsyncGenerator<readonly unknown[]> {
  let since = from
  let offset = 0
  for (;;) {
    const { data, total } = await list({ by, direction: 'asc', since, limit: longestPage, offset })
    yield data
    if (offset + data.length >= total) return
    if (data.length === 0) throw cannotGoOn(`${total} chapters and shows none after ${offset}`)
    const next = latestIn(data, by) - 1_000
    if (next > (since?.getTime() ?? Number.NEGATIVE_INFINITY)) {
      since = new Date(next)
      offset = 0
    } else {
      offset += data.length
      if (offset >= windowSize) throw cannotGoOn(`more than ${windowSize} chapters of one second`)
    }
  }
}

/** Of what can be read; a page on which nothing can is passed by its offset. */
function latestIn(data: readonly unknown[], by: ListedBy): number {
  let latest = Number.NEGATIVE_INFINITY
  for (const chapter of data as readonly { attributes?: Partial<Record<ListedBy, unknown>> }[]) {
    const at = Date.parse(String(chapter?.attributes?.[by]))
    if (at > latest) latest = at
  }
  return latest
}

function cannotGoOn(what: string): PawlError {
  return new PawlError('bad-answer', `MangaDex: expected all chapters of a manga; it has ${what}; try again later`)
}
