import { ingestBodies } from '../ingest/ingest-bodies.ts'
import { askAs } from '../sources/ask-as.ts'
import type { ChapterSource, FoundRelease, Listing } from '../sources/chapter-source.ts'
import { type ChangedRelease, changedReleases, markRemoved } from '../tables/releases.ts'
import type { SeriesSource } from '../tables/series-sources.ts'
import { keepUnreadable, type Unreadable } from '../tables/unreadable-entries.ts'
import { endWell } from './end-well.ts'
import type { PollJob, PollParts, PollResult } from './poll-parts.ts'

/** What a look has found. */
type Found = {
  /** All ids that could be read: a chapter that came twice counts once. */
  readonly ids: ReadonlySet<string>
  readonly changed: readonly ChangedRelease[]
  readonly unreadable: readonly Unreadable[]
}

/**
 * Looks at what was published or edited since the last look, once a day at all there is, and hands on what is not known.
 * Null: the source no longer has the series.
 */
export async function lookForNews(
  job: PollJob,
  row: SeriesSource,
  source: ChapterSource,
  parts: PollParts,
): Promise<PollResult | null> {
  const since = sinceOf(row, parts.settings.polling)
  const listing = await source.look(askAs(job, source.sourceOf(row.sourceId)), row.sourceId, { since })
  if (listing === null) return null
  const found = await readAll(job, row, listing)
  // a source may have shown all it has although it was asked for less
  const { isComplete } = listing
  const { changed, unreadable, ids } = found
  const bodies = ingestBodies(row, changed)
  return job.commit(async (tx): Promise<PollResult> => {
    const isLeft = (await job.enqueueMany(parts.ingest, bodies)).some(({ duplicate }) => duplicate)
    await keepUnreadable(tx, row.id, { readIds: [...ids], unreadable, isComplete })
    // what cannot be read is there all the same
    if (isComplete) await markRemoved(tx, row.id, [...ids, ...unreadable.map(({ id }) => id)], row.now)
    // a chapter whose ingest has not ended takes no further release now: the next look finds it again, and begins where this did
    const until = isLeft ? undefined : row.now
    await endWell(tx, row, { lookedAt: row.now, isComplete, until }, datesOf(changed, row.now), parts)
    return { status: 'completed', newChapters: newChapters(changed).size, totalScraped: ids.size }
  })
}

/** Undefined: all there is. */
function sinceOf(row: SeriesSource, polling: PollParts['settings']['polling']): Date | undefined {
  const { lastCompleteAt, seenUntil, now } = row
  const isDue = lastCompleteAt === null || now.getTime() - lastCompleteAt.getTime() >= polling.completeEveryMs
  return isDue || seenUntil === null ? undefined : new Date(seenUntil.getTime() - polling.overlapMs)
}

async function readAll(job: PollJob, row: SeriesSource, listing: Listing): Promise<Found> {
  const ids = new Set<string>()
  const changed = new Map<string, ChangedRelease>()
  const unreadable: Unreadable[] = []
  for await (const page of listing.pages) {
    for (const { sourceChapterId } of page.releases) ids.add(sourceChapterId)
    for (const each of await job.transaction((tx) => changedReleases(tx, row.id, page.releases))) {
      changed.set(each.release.sourceChapterId, each)
    }
    unreadable.push(...page.unreadable)
  }
  return { ids, changed: [...changed.values()], unreadable }
}

/** Numbers that were not known at this source, and one-shots. */
function newChapters(changed: readonly ChangedRelease[]): ReadonlyMap<string, FoundRelease> {
  const fresh = changed.filter(({ isNewChapter }) => isNewChapter)
  return new Map(fresh.map(({ release }) => [release.number ?? `one-shot ${release.sourceChapterId}`, release]))
}

function datesOf(changed: readonly ChangedRelease[], now: Date): Date[] {
  return [...newChapters(changed).values()].map(({ publishedAt }) => publishedAt ?? now)
}
