import type { Bench } from '../bench.ts'
import { withChapters } from './with-chapters.ts'

const seriesCount = 50

/** Chapters a second, from the line to their rows, with the jobs that announce them enqueued; those wait. */
export function ingestRate(bench: Bench, count: number): Promise<number> {
  return withChapters(bench, {}, async ({ database, pawl, job }) => {
    const { rows } = await database.pool.query(
      `with s as (insert into chapters.series (title) select 'Series ' || i from generate_series(1, $1::int) i returning id)
       insert into chapters.series_source (series_id, source_name, source_id, source_url)
       select id, 'mangadex', id::text, '-' from s returning id::int, series_id::int`,
      [seriesCount],
    )
    const bodies = Array.from({ length: count }, (_, i) => {
      const { id, series_id: seriesId } = rows[i % seriesCount]
      const number = String(Math.floor(i / seriesCount) + 1)
      return {
        ...{ seriesId, seriesSourceId: id, chapterNumber: number, chapterTitle: `Chapter ${number}` },
        ...{ chapterUrl: `https://mangadex.org/chapter/${i}`, publishedAt: '2026-01-01T00:00:00.000Z' },
        ...{ sourceChapterId: `chapter-${i}`, volumeNumber: null, scanlationGroup: 'Group', language: 'en' },
      }
    })
    await pawl.enqueueMany(job('chapter.ingest'), bodies)
    await pawl.queues.pause('notifications')
    let settled = 0
    const all = new Promise<void>((resolve) => {
      pawl.on('job.settle', ({ type }) => {
        if (type === 'chapter.ingest' && ++settled === count) resolve()
      })
    })
    const startedAt = performance.now()
    await pawl.start()
    await all
    const seconds = (performance.now() - startedAt) / 1000
    const written = await database.pool.query('select count(*)::int as n from chapters.release')
    if (written.rows[0].n !== count) throw new Error(`${written.rows[0].n} of ${count} chapters were written`)
    return count / seconds
  })
}
