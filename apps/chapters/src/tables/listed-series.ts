import { sqlBeside } from '@pawl/app'
import type { Tx } from 'pawl'
import type { Tier } from '../tier/tier.ts'

const sql = sqlBeside(import.meta.url)

/** A series at one source, as people see it. */
export type ListedSource = {
  readonly id: number
  readonly source: string
  readonly sourceId: string
  readonly url: string
  readonly tier: Tier
  readonly nextCheckAt: Date
  readonly lastCheckedAt: Date | null
  readonly lastSuccessAt: Date | null
  readonly failureCount: number
  readonly lastError: string | null
  readonly closedUntil: Date | null
  readonly pausedAt: Date | null
}

/** A series as people see it. */
export type ListedSeries = {
  readonly id: number
  readonly title: string
  readonly latestChapter: string | null
  readonly lastChapterAt: Date | null
  readonly createdAt: Date
  readonly sources: readonly ListedSource[]
}

/** Series, the newest first, each with its sources. */
export async function listSeries(db: Tx, before: number | undefined, limit: number): Promise<ListedSeries[]> {
  const { rows } = await db.query(sql('series_list'), [before ?? null, limit])
  return withSources(db, rows)
}

export async function findSeries(db: Tx, id: number): Promise<ListedSeries | undefined> {
  const { rows } = await db.query(sql('series_find'), [id])
  return (await withSources(db, rows))[0]
}

// biome-ignore lint/suspicious/noExplicitAny: rows as pg gives them
async function withSources(db: Tx, series: any[]): Promise<ListedSeries[]> {
  const ids = series.map(({ id }) => id)
  const { rows } = ids.length === 0 ? { rows: [] } : await db.query(sql('series_sources_of'), [ids])
  return series.map((row) => ({
    id: Number(row.id),
    title: row.title,
    latestChapter: row.latest_chapter,
    lastChapterAt: row.last_chapter_at,
    createdAt: row.created_at,
    sources: rows.filter(({ series_id }) => series_id === row.id).map(listedSource),
  }))
}

// biome-ignore lint/suspicious/noExplicitAny: a row as pg gives it
function listedSource(row: any): ListedSource {
  return {
    id: Number(row.id),
    source: row.source_name,
    sourceId: row.source_id,
    url: row.source_url,
    tier: row.sync_priority,
    nextCheckAt: row.next_check_at,
    lastCheckedAt: row.last_checked_at,
    lastSuccessAt: row.last_success_at,
    failureCount: row.failure_count,
    lastError: row.last_error,
    closedUntil: row.closed_until,
    pausedAt: row.paused_at,
  }
}
