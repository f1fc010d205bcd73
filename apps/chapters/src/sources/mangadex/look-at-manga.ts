import { PawlError } from 'pawl'
import type { Ask, FoundPage, Listing } from '../chapter-source.ts'
import { askForChapters, type ChapterListQuery } from './chapter-list.ts'
import { readChapters } from './read-chapter.ts'
import { walkChapters } from './walk-chapters.ts'

/** The clocks of the service, of its caches and ours need not agree. */
const overlapMs = 10 * 60_000
/** One answer of this size has all that most series have. */
const shortPage = 100
const gone = 'series-gone'

/** A look at all chapters of a manga, or at what is new since then. Null: there is no such manga. */
export function lookAtManga(ask: Ask, base: string, id: string, since: Date | undefined): Promise<Listing | null> {
  if (since === undefined) return lookAtAll(ask, base, id)
  return lookAtNews(ask, base, id, new Date(since.getTime() - overlapMs))
}

async function lookAtAll(ask: Ask, base: string, id: string): Promise<Listing | null> {
  const walk = walkChapters(lister(ask, base, id), 'createdAt', undefined)
  const first = await walk.next().catch(nullWhenGone)
  return first === null ? null : { pages: unique(first.value ?? [], walk), isComplete: true }
}

/**
 * What was edited last comes first: for most series that is one short answer with everything, so that removals show too. Longer ones
 * are asked for what was edited since, and for what was published since: a chapter that was uploaded to be published later
 * appears without being edited.
 */
async function lookAtNews(ask: Ask, base: string, id: string, since: Date): Promise<Listing | null> {
  const list = lister(ask, base, id)
  const first = await list({ by: 'updatedAt', direction: 'desc', limit: shortPage }).catch(nullWhenGone)
  if (first === null) return null
  const isComplete = first.data.length >= first.total
  async function* rest() {
    if (isComplete) return
    if (!reachesBack(first!.data, since)) yield* walkChapters(list, 'updatedAt', since)
    yield* walkChapters(list, 'publishAt', since)
  }
  return { pages: unique(first.data, rest()), isComplete }
}

function reachesBack(data: readonly unknown[], since: Date): boolean {
  const last = data.at(-1) as { attributes?: { updatedAt?: unknown } } | undefined
  return Date.parse(String(last?.attributes?.updatedAt)) < since.getTime()
}

/** Each chapter once, by its id. */
async function* unique(
  first: readonly unknown[],
  others: AsyncIterable<readonly unknown[]>,
): AsyncGenerator<FoundPage> {
  const seen = new Set<string>()
  const news = (data: readonly unknown[]): FoundPage => {
    const { releases, unreadable } = readChapters(data)
    return {
      releases: releases.filter(({ sourceChapterId: id }) => !seen.has(id) && seen.add(id)),
      unreadable: unreadable.filter(({ id }) => !seen.has(id) && seen.add(id)),
    }
  }
  yield news(first)
  for await (const data of others) yield news(data)
}

function lister(ask: Ask, base: string, id: string) {
  return async (query: ChapterListQuery) => {
    const list = await askForChapters(ask, base, id, query)
    if (list === null) throw new PawlError(gone, `MangaDex: expected the chapters of ${id}; it no longer has it`)
    return list
  }
}

function nullWhenGone(error: unknown): null {
  if (error instanceof PawlError && error.code === gone) return null
  throw error
}
