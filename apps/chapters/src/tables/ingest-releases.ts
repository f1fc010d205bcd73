import { sqlBeside } from '@pawl/app'
import type { Tx } from 'pawl'
import { raiseLatest } from './series.ts'

const sql = sqlBeside(import.meta.url)

/** A release of a chapter of a series at a source, to be written. */
export type NewRelease = {
  readonly seriesId: number
  readonly seriesSourceId: number
  /** As a decimal text; null for a one-shot. */
  readonly number: string | null
  readonly lastNumber: string | null
  readonly volume: string | null
  readonly sourceChapterId: string
  readonly title: string | null
  readonly url: string
  readonly language: string | null
  readonly group: string | null
  readonly publishedAt: string | null
  readonly isExternal: boolean
  readonly version: number
}

/** Stands in for the id of a release whose source has none. `releases_remove.sql` knows these by how they begin. */
export const idOfNumber = (number: string): string => `number:${number}`

/** What became of one release's chapter. */
export type Ingested = {
  readonly chapterId: number
  /** `created`: the chapter was not known at this source. */
  readonly status: 'created' | 'updated'
  /** The chapter is new to its series, or can now be read in one more language: readers are to be told. */
  readonly isNews: boolean
}

/** A chapter that readers are to be told of. */
export type News = { readonly seriesId: number; readonly chapterId: number; readonly chapterNumber: string | null }

export type IngestOptions = {
  /** The first import of a series: what was published before it is known from now on, and announced to nobody. */
  readonly isBacklog: boolean
  /** Has readers told, in the same transaction: before the rows of the series are held, for which others wait. */
  readonly announce: (news: readonly News[]) => Promise<unknown>
}

/** Where a release stands: `n` is its place in the list. */
type Place = { readonly n: number; readonly chapterId: number; readonly chapterSourceId: number }

/**
 * Writes releases, their chapters and the newest chapter of their series: set by set, each in the order of its keys, so that any
 * number of transactions can do so side by side. Answers in the order of the releases; undefined for one whose series was
 * taken away from its source.
 */
export async function ingestReleases(
  tx: Tx,
  releases: readonly NewRelease[],
  { isBacklog, announce }: IngestOptions,
): Promise<(Ingested | undefined)[]> {
  const answers: (Ingested | undefined)[] = new Array(releases.length).fill(undefined)
  const there = await heldSources(tx, releases)
  const rows = releases.map(asRow).filter((row) => there.has(row.series_source_id))
  if (rows.length === 0) return answers
  const found = JSON.stringify(rows)
  const inserted = (await tx.query(sql('ingest_insert_chapters'), [found, isBacklog])).rows
  const newSources = new Set(await idsOf(tx, 'ingest_insert_chapter_sources', [found]))
  const places: Place[] = (await tx.query(sql('ingest_find_chapters'), [found])).rows.map(asPlace)
  const newReleases = await upsertReleases(tx, releases, places)
  const newChapters = new Set(inserted.map((row) => Number(row.id)))
  const news = new Set(inserted.filter((row) => !row.is_backlog).map((row) => Number(row.id)))
  const known = places.filter(({ chapterId }) => !newChapters.has(chapterId))
  if (known.length > 0) {
    await improve(tx, releases, known, newSources)
    if (!isBacklog) for (const id of await gainedLanguages(tx, known, newReleases)) news.add(id)
  }
  const told = new Map<number, News>()
  for (const { n, chapterId, chapterSourceId } of places) {
    const [status, isNews] = [newSources.has(chapterSourceId) ? 'created' : 'updated', news.has(chapterId)] as const
    answers[n] = { chapterId, status, isNews }
    if (isNews) told.set(chapterId, { seriesId: releases[n]!.seriesId, chapterId, chapterNumber: releases[n]!.number })
  }
  if (told.size > 0) await announce([...told.values()])
  await raiseLatest(tx, unique(rows.map((row) => row.series_id)), unique(places.map(({ chapterId }) => chapterId)))
  return answers
}

/** Returns the ids of those that are new where they stand: unknown before, moved there, or in another language than was said. */
async function upsertReleases(tx: Tx, releases: readonly NewRelease[], places: readonly Place[]): Promise<number[]> {
  const rows = places.map(({ n, chapterSourceId }) => asReleaseRow(releases[n]!, n, chapterSourceId))
  const upserted = (await tx.query(sql('ingest_upsert_releases'), [JSON.stringify(rows)])).rows
  return upserted.filter((row) => row.is_new).map((row) => Number(row.id))
}

/** Chapters that are known, from this source or another: renews their rows at this source, and fills in what was missing. */
async function improve(
  tx: Tx,
  releases: readonly NewRelease[],
  known: readonly Place[],
  newSources: ReadonlySet<number>,
): Promise<void> {
  const again = known.filter(({ chapterSourceId }) => !newSources.has(chapterSourceId))
  if (again.length > 0) {
    const rows = again.map(({ n, chapterSourceId }) => asReleaseRow(releases[n]!, n, chapterSourceId))
    await tx.query(sql('ingest_renew_chapter_sources'), [JSON.stringify(rows)])
  }
  const chapters = unique(known.map(({ chapterId }) => chapterId))
  await tx.query(sql('ingest_hold_chapters'), [chapters])
  const told = known.map(({ n, chapterId }) => {
    const { volume, lastNumber } = releases[n]!
    return { chapter_id: chapterId, volume, last_number: lastNumber }
  })
  await tx.query(sql('ingest_improve_chapters'), [chapters, JSON.stringify(told)])
}

async function gainedLanguages(tx: Tx, known: readonly Place[], newReleases: readonly number[]): Promise<number[]> {
  if (newReleases.length === 0) return []
  const chapters = unique(known.map(({ chapterId }) => chapterId))
  const { rows } = await tx.query(sql('ingest_gained_languages'), [chapters, newReleases])
  return rows.map((row) => Number(row.chapter_id))
}

async function heldSources(tx: Tx, releases: readonly NewRelease[]): Promise<ReadonlySet<number>> {
  return new Set(await idsOf(tx, 'ingest_hold_sources', [unique(releases.map(({ seriesSourceId }) => seriesSourceId))]))
}

async function idsOf(tx: Tx, statement: string, values: unknown[]): Promise<number[]> {
  return (await tx.query(sql(statement), values)).rows.map((row) => Number(row.id))
}

/** Plain literals: one of these is made for each chapter that comes in. */
function asRow(release: NewRelease, n: number) {
  return {
    n,
    series_id: release.seriesId,
    series_source_id: release.seriesSourceId,
    number: release.number,
    // another source, or another upload, of a chapter without a number cannot be told to be the same
    one_shot: release.number === null ? `${release.seriesSourceId}:${release.sourceChapterId}` : null,
    last_number: release.lastNumber,
    volume: release.volume,
    title: release.title,
    url: release.url,
    published_at: release.publishedAt,
  }
}

function asReleaseRow(release: NewRelease, n: number, chapterSourceId: number) {
  return {
    n,
    chapter_source_id: chapterSourceId,
    series_source_id: release.seriesSourceId,
    source_chapter_id: release.sourceChapterId,
    title: release.title,
    url: release.url,
    language: release.language,
    scanlation_group: release.group,
    published_at: release.publishedAt,
    is_external: release.isExternal,
    version: release.version,
  }
}

function asPlace(row: { n: number; chapter_id: unknown; chapter_source_id: unknown }): Place {
  return { n: row.n, chapterId: Number(row.chapter_id), chapterSourceId: Number(row.chapter_source_id) }
}

function unique(ids: readonly number[]): number[] {
  return [...new Set(ids)]
}
