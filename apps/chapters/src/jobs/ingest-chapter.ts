import { type BatchJob, defineBatchJob, exponential, type JobDefinition, type Tx } from 'pawl'
import { parseChapterNumber } from '../chapter/parse-chapter-number.ts'
import { type IngestBody, ingestBody } from '../ingest/ingest-body.ts'
import { type Ingested, idOfNumber, ingestReleases, type NewRelease, type News } from '../tables/ingest-releases.ts'
import type { notifyReaders } from './notify-readers.ts'

/** `created`: the chapter was not known at this source. `skipped`: the series was removed there. */
export type IngestResult =
  | {
      readonly status: 'created' | 'updated'
      readonly chapterId: number
      /** A decimal, as text; null for a one-shot. */
      readonly chapterNumber: string | null
    }
  | { readonly status: 'skipped'; readonly reason: 'source_deleted' }

type IngestJob = BatchJob<IngestBody>

const conflicts = new Set(['40P01', '40001'])
const mostConflicts = 5

/**
 * Writes chapters that polls have found, many in one transaction, and has the new ones announced in the same one. That is the
 * commit of one of the jobs: what the others come to is recorded after it, and if that is lost they find their rows written.
 */
export function ingestChapter({ notify }: { readonly notify: ReturnType<typeof notifyReaders> }) {
  return defineBatchJob({
    type: 'chapter.ingest',
    queue: 'chapter-ingest',
    body: ingestBody,
    batch: 500,
    // one body has all releases of a number that a look has found: in a hundred languages, if need be
    maxBodyBytes: 256 * 1024,
    key: (body) => `ingest-${body.seriesSourceId}-${body.chapterNumber ?? body.sourceChapterId}`,
    keyMode: 'live',
    retry: { attempts: 3, backoff: exponential({ firstMs: 5_000 }) },
    timeoutMs: 60_000,
    run: (jobs) => ingestTogether(jobs, notify),
  })
}

async function ingestTogether(jobs: readonly IngestJob[], notify: JobDefinition): Promise<void> {
  for (const leader of jobs) {
    if (leader.signal.aborted) continue
    try {
      const results = await commitAs(leader, jobs, notify)
      for (const [i, job] of jobs.entries()) if (job !== leader) job.succeed(results[i])
      return
    } catch (error) {
      // cancelled, or its lease is lost: that says nothing about the others
      if (leader.signal.aborted) continue
      if (jobs.length === 1) throw error
      return await ingestOneByOne(jobs, leader, notify)
    }
  }
}

/** One of them cannot be written. Which one is found by writing each alone; whoever has tried for all of them comes back untried. */
async function ingestOneByOne(jobs: readonly IngestJob[], tried: IngestJob, notify: JobDefinition): Promise<void> {
  tried.defer(0, 'one of its batch could not be written')
  for (const job of jobs) {
    if (job !== tried) await commitAs(job, [job], notify).catch((error) => job.fail(error))
  }
}

/** Writes all of them with the completion of one. PostgreSQL may roll it back for the sake of another transaction. */
async function commitAs(leader: IngestJob, jobs: readonly IngestJob[], notify: JobDefinition): Promise<IngestResult[]> {
  for (let conflict = 1; ; conflict++) {
    let results: IngestResult[] = []
    try {
      await leader.commit(async (tx) => {
        results = await write(tx, leader, jobs, notify)
        return results[jobs.indexOf(leader)]
      })
      return results
    } catch (error) {
      if (conflict >= mostConflicts || !conflicts.has((error as { code?: string }).code ?? '')) throw error
    }
  }
}

async function write(tx: Tx, leader: IngestJob, jobs: readonly IngestJob[], notify: JobDefinition) {
  const releases = jobs.flatMap(({ body }) => releasesOf(body))
  const announce = (news: readonly News[]) => leader.enqueueMany(notify, news)
  const ingested = await ingestReleases(tx, releases, { isBacklog: false, announce })
  const created = new Set<string>()
  let next = 0
  return jobs.map(({ body }) => {
    const own = ingested[next]
    next += 1 + body.otherReleases.length
    return resultOf(own, body, created)
  })
}

/** Of two jobs of one batch for the same chapter, which happens only without keys, one created it. */
function resultOf(own: Ingested | undefined, body: IngestBody, created: Set<string>): IngestResult {
  if (own === undefined) return { status: 'skipped', reason: 'source_deleted' }
  const { chapterId } = own
  const chapterNumber = numberOf(body)
  const place = `${body.seriesSourceId} ${chapterId}`
  if (own.status === 'updated' || created.has(place)) return { status: 'updated', chapterId, chapterNumber }
  created.add(place)
  return { status: 'created', chapterId, chapterNumber }
}

/** In its only form, where it has one: '45' for '45.0'. */
function numberOf({ chapterNumber }: IngestBody): string | null {
  return chapterNumber === null ? null : (parseChapterNumber(chapterNumber) ?? chapterNumber)
}

function releasesOf(body: IngestBody): NewRelease[] {
  return [body, ...body.otherReleases].map((release) => ({
    seriesId: body.seriesId,
    seriesSourceId: body.seriesSourceId,
    number: body.chapterNumber,
    lastNumber: release.lastNumber,
    volume: release.volumeNumber,
    sourceChapterId: release.sourceChapterId ?? idOfNumber(numberOf(body)!),
    title: release.chapterTitle,
    url: release.chapterUrl,
    language: release.language,
    group: release.scanlationGroup,
    publishedAt: release.publishedAt,
    isExternal: release.isExternal,
    version: release.version,
  }))
}
