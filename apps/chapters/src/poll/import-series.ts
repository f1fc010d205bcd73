import { askAs } from '../sources/ask-as.ts'
import type { ChapterSource, FoundPage, FoundRelease } from '../sources/chapter-source.ts'
import { ingestReleases, type NewRelease, type News } from '../tables/ingest-releases.ts'
import { nameSeries } from '../tables/series.ts'
import { holdNew, type SeriesSource } from '../tables/series-sources.ts'
import { keepUnreadable, type Unreadable } from '../tables/unreadable-entries.ts'
import { endWell } from './end-well.ts'
import type { PollJob, PollParts, PollResult } from './poll-parts.ts'

/** Releases of one transaction. */
const batch = 500

/**
 * The first look at a series: all that the source has, page by page, each in transactions of its own and not as jobs. Killed
 * anywhere, the next attempt finds what was written and goes on. Nobody is told of a backlog; what has yet to be published is
 * none. Null: the source has no such series. 'overtaken': another poll has ended the first import, and what this one finds may be
 * news.
 */
export async function importSeries(
  job: PollJob,
  row: SeriesSource,
  source: ChapterSource,
  parts: PollParts,
): Promise<PollResult | 'overtaken' | null> {
  const ask = askAs(job, source.sourceOf(row.sourceId))
  const series = await source.describe(ask, row.sourceId)
  const listing = await source.look(ask, row.sourceId, { since: undefined })
  if (series === null || listing === null) return null
  const ids = new Set<string>()
  const created = new Set<number>()
  const unreadable: Unreadable[] = []
  for await (const page of listing.pages) {
    const known = await importPage(job, row, page, parts)
    if (known === undefined) return 'overtaken'
    for (const chapterId of known) created.add(chapterId)
    for (const { sourceChapterId } of page.releases) ids.add(sourceChapterId)
    unreadable.push(...page.unreadable)
    job.progress({ imported: ids.size })
  }
  return job.commit(async (tx): Promise<PollResult> => {
    await nameSeries(tx, row.id, series.title)
    const { isComplete } = listing
    await keepUnreadable(tx, row.id, { readIds: [...ids], unreadable, isComplete })
    await endWell(tx, row, { lookedAt: row.now, isComplete, until: row.now }, [], parts)
    return { status: 'completed', newChapters: created.size, totalScraped: ids.size }
  })
}

/** Returns the chapters that were not known at this source; undefined when this is no longer the first import. */
async function importPage(
  job: PollJob,
  row: SeriesSource,
  page: FoundPage,
  parts: PollParts,
): Promise<number[] | undefined> {
  const created: number[] = []
  for (let from = 0; from < page.releases.length; from += batch) {
    const releases = page.releases.slice(from, from + batch).map((release) => newRelease(row, release))
    // of a first import only what has yet to be published is news
    const announce = (news: readonly News[]) => job.enqueueMany(parts.notify, news)
    const ingested = await job.transaction(async (tx) =>
      (await holdNew(tx, row.id)) ? ingestReleases(tx, releases, { isBacklog: true, announce }) : undefined,
    )
    if (ingested === undefined) return undefined
    for (const each of ingested) if (each?.status === 'created') created.push(each.chapterId)
  }
  return created
}

function newRelease({ id, seriesId }: SeriesSource, release: FoundRelease): NewRelease {
  return { ...release, seriesId, seriesSourceId: id, publishedAt: release.publishedAt?.toISOString() ?? null }
}
