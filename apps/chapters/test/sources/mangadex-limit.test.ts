import { startSandbox } from '@pawl/sandbox'
import { createPawl, defineJob } from 'pawl'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { testDatabase } from '../../../../tools/testing/test-database.ts'
import { createSources } from '../../src/sources/sources.ts'

const database = testDatabase()

it('MangaDex is asked by two workers together no faster than it allows, also for pages of one look', async () => {
  // requests of one process on a busy machine arrive in heaps: what counts is how many left in which time
  const sandbox = await startSandbox({ port: 0, chapters: { limit: { perSecond: 10_000 } } })
  const sources = createSources({ services: sandbox.urls.chapters, allowPrivate: true, userAgent: 'tests' })
  const source = sources.named('mangadex')!
  const series = Array.from({ length: 10 }, (_, n) =>
    sandbox.chapters.addSeries({ title: `Series ${n}`, services: ['mangadex'], chapters: n === 0 ? 1_200 : 3 }),
  )
  const poll = defineJob({
    type: 'poll',
    body: z.object({ id: z.string() }),
    source: ({ id }) => source.sourceOf(id),
    retry: { attempts: 1 },
    async run(job) {
      const listing = await source.look((url, options) => job.fetch(url, options), job.body.id, { since: undefined })
      let count = 0
      for await (const { releases } of listing!.pages) count += releases.length
      return count
    },
  })
  const options = { url: database.url, jobs: [poll], sources: sources.all.map(({ definition }) => definition) }
  const workers = [createPawl(options), createPawl(options)] as const
  await Promise.all(workers.map((worker) => worker.start()))
  const begin = performance.now()
  const enqueued = await workers[0].enqueueMany(
    poll,
    series.map(({ ids }) => ({ id: ids.mangadex! })),
  )
  const counts = await Promise.all(enqueued.map(({ id }) => workers[0].result<number>(id)))
  const tookMs = performance.now() - begin
  await Promise.all(workers.map((worker) => worker.stop()))
  await sandbox.stop()
  expect(counts).toEqual([1_200, ...Array(9).fill(3)])
  expect(sandbox.chapters.requests('mangadex').total).toBe(12)
  // two at once, and then five a second
  expect(tookMs).toBeGreaterThan(2_000)
})
