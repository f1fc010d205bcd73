import { setTimeout as pause } from 'node:timers/promises'
import { startSandbox } from '@pawl/sandbox'
import { until } from '../../contenders/until.ts'
import type { Bench } from '../bench.ts'
import { withChapters } from './with-chapters.ts'

const perSecond = 5

export type PollShare = {
  /** Of what the service allows, from its first request on. */
  readonly share: number
  /** Requests that it refused. */
  readonly refused: number
}

/** How much of what a service allows is used by polls of many series, for so long. The service counts for itself. */
export async function pollShare(bench: Bench, ms: number): Promise<PollShare> {
  const sandbox = await startSandbox({ port: 0, chapters: { limit: { perSecond } } })
  const { chapters } = sandbox
  try {
    const options = { services: sandbox.urls.chapters, allowPrivate: true }
    return await withChapters(bench, options, async ({ database, pawl }) => {
      // each is a first look of two requests and more: more work than there is time
      for (let i = 0; i < Math.ceil((perSecond * ms) / 1000); i++) {
        const { title, ids, urls } = chapters.addSeries({ title: `Series ${i}`, services: ['mangadex'], chapters: 1 })
        await database.pool.query(
          `with s as (insert into chapters.series (title) values ($1) returning id)
           insert into chapters.series_source (series_id, source_name, source_id, source_url)
           select id, 'mangadex', $2, $3 from s`,
          [title, ids.mangadex, urls.mangadex],
        )
      }
      const log = chapters.requests('mangadex')
      await pawl.start()
      await until(() => log.total > 0)
      const begin = log.times[0]!
      await pause(begin + ms - performance.now())
      const made = log.times.filter((at) => at <= begin + ms).length
      return { share: made / ((perSecond * ms) / 1000), refused: log.refused }
    })
  } finally {
    await sandbox.stop()
  }
}
