import type { Ingested, NewRelease } from '../../src/tables/ingest-releases.ts'
import { ingestReleases } from '../../src/tables/ingest-releases.ts'
import type { AppDatabase } from './app-database.ts'

let uploads = 0

/** A release with all that a test does not care about. */
export function release(
  at: { readonly seriesId: number; readonly seriesSourceId: number },
  about: Partial<NewRelease> = {},
): NewRelease {
  const sourceChapterId = about.sourceChapterId ?? `upload-${++uploads}`
  return {
    ...{ seriesId: at.seriesId, seriesSourceId: at.seriesSourceId, number: '1', lastNumber: null, volume: null },
    ...{ title: null, url: `https://memory.example/${sourceChapterId}`, language: 'en', group: null },
    ...{ publishedAt: '2026-01-01T00:00:00.000Z', isExternal: false, version: 1 },
    ...about,
    sourceChapterId,
  }
}

/** Ingests in a transaction of its own. */
export async function ingest(
  { pool }: AppDatabase,
  releases: readonly NewRelease[],
  { isBacklog = false } = {},
): Promise<(Ingested | undefined)[]> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const ingested = await ingestReleases(client, releases, { isBacklog, announce: async () => {} })
    await client.query('commit')
    return ingested
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

let count = 0

/** A series at so many sources. */
export async function series(
  { sql }: AppDatabase,
  sources = 1,
): Promise<{ seriesId: number; seriesSourceId: number }[]> {
  const [{ id }] = await sql(`insert into series (title) values ('A series') returning id`)
  const made: { seriesId: number; seriesSourceId: number }[] = []
  for (let i = 0; i < sources; i++) {
    const [row] = await sql(
      `insert into series_source (series_id, source_name, source_id, source_url) values ($1, $2, $3, '-') returning id`,
      [id, `source-${i}`, `id-${++count}`],
    )
    made.push({ seriesId: Number(id), seriesSourceId: Number(row.id) })
  }
  return made
}
