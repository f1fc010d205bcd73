import { readFileSync } from 'node:fs'
import { createPawl } from 'pawl'
import { expect, test } from 'vitest'
import { chapters } from '../../src/index.ts'
import { appDatabase } from '../support/app-database.ts'

const database = appDatabase()
const { sql } = database
const id = 'a96676e5-8ae2-425e-b549-7f15dd34a6d8'
const follow = [`https://mangadex.org/title/${id}/a-series`]

test('series that the configuration names are followed from the first start, once, however many processes start', async () => {
  const app = chapters({ follow, reader: 'ada' })
  const pawl = createPawl({ url: database.url, jobs: app.jobs, sources: app.sources ?? [], migrate: false })
  const started = await Promise.all([1, 2, 3].map(() => app.start!({ pawl, db: database.pool })))
  await Promise.all(started.map(({ stop }) => stop()))
  await (await app.start!({ pawl, db: database.pool })).stop()
  expect(await sql('select source_name, source_id, source_url from series_source')).toEqual([
    { source_name: 'mangadex', source_id: id, source_url: `https://mangadex.org/title/${id}` },
  ])
  expect(await sql('select count(*)::int as n from series')).toEqual([{ n: 1 }])
  expect(
    await sql(
      'select name, title from library_entry join reader r on r.id = reader_id join series s on s.id = series_id',
    ),
  ).toEqual([{ name: 'ada', title: 'a series' }])
  expect(await sql(`select count(*)::int as n from pawl.jobs where type = 'source.poll'`), 'polled at once').toEqual([
    { n: 1 },
  ])
  await pawl.stop()
})

test('an address that is no series is refused when the application is made', () => {
  expect(() => chapters({ follow: ['https://mangadex.org/about'] })).toThrow(/mangadex\.org\/about/)
})

test('what is due is found by its index, however much is not', async () => {
  await sql(
    `with s as (insert into series (title) select 'due ' || i from generate_series(1, 20000) i returning id)
     insert into series_source (series_id, source_name, source_id, source_url, next_check_at)
     select id, 'mangadex', 'due ' || id, '-', now() + (id - 10) * interval '1 hour' from s`,
  )
  await sql('analyze series_source')
  const values = ['1000', '86400000', '300000']
  const file = new URL('../../src/tables/statements/due_series_sources.sql', import.meta.url)
  const text = readFileSync(file, 'utf8').replace(/\$(\d)/g, (_, n) => values[n - 1]!)
  const plan = JSON.stringify(await sql(`explain ${text}`))
  expect(plan).toContain('series_source_due')
  expect(plan).not.toContain('Seq Scan on series_source')
})
