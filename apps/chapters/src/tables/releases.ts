import { sqlBeside } from '@pawl/app'
import type { Tx } from 'pawl'
import type { FoundRelease } from '../sources/chapter-source.ts'

const sql = sqlBeside(import.meta.url)

/** A release that is not known yet, or is known differently. */
export type ChangedRelease = {
  readonly release: FoundRelease
  /** Its chapter has not been seen at this source. */
  readonly isNewChapter: boolean
}

/** Which of the releases that a source has bring something new. */
export async function changedReleases(
  tx: Tx,
  seriesSourceId: number,
  releases: readonly FoundRelease[],
): Promise<ChangedRelease[]> {
  if (releases.length === 0) return []
  const found = releases.map((release, n) => ({
    ...{ n, number: release.number, source_chapter_id: release.sourceChapterId, title: release.title },
    ...{ url: release.url, language: release.language, scanlation_group: release.group },
    ...{ published_at: release.publishedAt, is_external: release.isExternal, version: release.version },
  }))
  const { rows } = await tx.query(sql('releases_changed'), [seriesSourceId, JSON.stringify(found)])
  return rows.map((row) => ({ release: releases[row.n]!, isNewChapter: row.is_new_chapter }))
}

/** Marks what a complete look did not find, and returns how many these are. */
export async function markRemoved(
  tx: Tx,
  seriesSourceId: number,
  found: readonly string[],
  lookedAt: Date,
): Promise<number> {
  const { rowCount } = await tx.query(sql('releases_remove'), [seriesSourceId, found, lookedAt])
  return rowCount ?? 0
}
