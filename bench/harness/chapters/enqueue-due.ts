import { until } from '../../contenders/until.ts'
import type { Bench } from '../bench.ts'
import { withChapters } from './with-chapters.ts'

/** Seconds until so many series that are due are in line, from the start of a worker; they are not polled. */
export function enqueueDue(bench: Bench, count: number): Promise<number> {
  return withChapters(bench, {}, async ({ database, pawl }) => {
    await database.pool.query(
      `with s as (insert into chapters.series (title) select 'Series ' || i from generate_series(1, $1::int) i returning id)
       insert into chapters.series_source (series_id, source_name, source_id, source_url, sync_priority)
       select id, 'mangadex', id::text, '-', (array['HOT', 'WARM', 'COLD'])[1 + id % 3] from s`,
      [count],
    )
    await database.pool.query('vacuum analyze chapters.series_source')
    await pawl.queues.pause('poll-source')
    let enqueued = 0
    pawl.on('schedule.fire', ({ ids }) => {
      enqueued += ids.length
    })
    const startedAt = performance.now()
    await pawl.start()
    await until(() => enqueued >= count)
    return (performance.now() - startedAt) / 1000
  })
}
