import type { FoundRelease } from '../sources/chapter-source.ts'
import type { ChangedRelease } from '../tables/releases.ts'
import type { SeriesSource } from '../tables/series-sources.ts'
import type { IngestBody, ReleaseBody } from './ingest-body.ts'

/** One body for each chapter, with all of its releases that bring something new. */
export function ingestBodies(row: SeriesSource, changed: readonly ChangedRelease[]): IngestBody[] {
  const chapters = new Map<string, FoundRelease[]>()
  for (const { release } of changed) {
    const chapter = release.number ?? `one-shot ${release.sourceChapterId}`
    const others = chapters.get(chapter)
    if (others === undefined) chapters.set(chapter, [release])
    else others.push(release)
  }
  return [...chapters.values()].map(([first, ...others]) => ({
    ...{ seriesId: row.seriesId, seriesSourceId: row.id, chapterNumber: first!.number },
    ...releaseBody(first!),
    otherReleases: others.map(releaseBody),
  }))
}

function releaseBody(release: FoundRelease): ReleaseBody {
  return {
    chapterTitle: release.title,
    chapterUrl: release.url,
    publishedAt: release.publishedAt?.toISOString() ?? null,
    sourceChapterId: release.sourceChapterId,
    volumeNumber: release.volume,
    scanlationGroup: release.group,
    language: release.language,
    lastNumber: release.lastNumber,
    isExternal: release.isExternal,
    version: release.version,
  }
}
