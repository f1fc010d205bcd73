import { startSandbox } from '@pawl/sandbox'
import { createPawl } from 'pawl'
import { expect, test } from 'vitest'
import { chapters } from '../src/index.ts'
import { appDatabase } from './support/app-database.ts'

const database = appDatabase()
const { sql } = database

test('series of all services are followed, imported, polled, ingested and announced', async () => {
  const sandbox = await startSandbox({ port: 0 })
  const series = sandbox.chapters.addSeries({ title: 'Lanterns', chapters: 3 })
  const app = chapters({
    services: sandbox.urls.chapters,
    allowPrivate: true,
    follow: Object.values(series.urls),
    polling: { everyMs: 100 },
    tiers: { hot: { everyMs: 100 }, warm: { everyMs: 100 }, cold: { everyMs: 100 } },
  })
  const pawl = createPawl({
    ...{ url: database.url, jobs: app.jobs, sources: app.sources ?? [], schedules: app.schedules ?? [] },
    ...{ queues: app.queues ?? {}, migrate: false, worker: { pollMs: 50 } },
  })
  const { stop } = await app.start!({ pawl, db: database.pool })
  await pawl.start()
  const until = async (holds: () => Promise<boolean>) => {
    for (;;) {
      if (await holds()) return
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  const count = async (text: string) => (await sql(text))[0].n as number
  try {
    await until(
      async () => (await count('select count(*)::int as n from series_source where last_success_at is not null')) === 4,
    )
    expect(await sql('select distinct title from series')).toEqual([{ title: 'Lanterns' }])
    expect(await count('select count(*)::int as n from chapter_source')).toBe(12)
    expect(await count('select count(*)::int as n from notification')).toBe(0)
    sandbox.chapters.publish(series, { number: '4', title: 'The fourth' })
    // four series: nobody has said that they are one
    await until(async () => (await count('select count(*)::int as n from notification')) === 4)
    expect(await sql('select distinct latest_chapter::text from series')).toEqual([{ latest_chapter: '4' }])
    expect(sandbox.chapters.requests('mangadex').refused).toBe(0)
  } finally {
    await pawl.stop({ graceMs: 0 })
    await stop()
    await sandbox.stop()
  }
})
