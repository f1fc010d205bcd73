import { expect, test } from 'vitest'
import { deleteReport } from '../src/api/delete-report.ts'
import { reportState } from '../src/api/report-state.ts'
import { foundBulk, submitBulk } from '../src/api/submit-bulk.ts'
import { submitReport } from '../src/api/submit-report.ts'
import { tendReports } from '../src/api/tend-reports.ts'
import { findReport } from '../src/tables/reports.ts'
import { appDatabase } from './support/app-database.ts'
import { bench, ended } from './support/test-reports.ts'

const database = appDatabase()
const { sql } = database

test('sites are analysed at the first start and not at the second, whatever they are like', async () => {
  const sites = {
    'https://lantern-bakery.example/': 'completed',
    'https://hostile.example/': 'completed',
    'https://gzip.example/': 'completed',
    'https://kissaten.example/': 'completed',
    'https://refresh.example/': 'completed',
    'https://moved.example/': 'completed',
    'https://slow.example/': 'completed',
    'https://half.example/': 'completed',
    'https://broken.example/': 'unreachable',
    'https://cut.example/': 'unreachable',
    'https://forbidden.example/': 'not-found',
    'https://loop.example/': 'too-many-redirects',
    'https://pdf.example/': 'not-html',
    'https://huge.example/': 'too-large',
    'https://inside.example/': 'private-address',
    'https://robots-inside.example/': 'private-address',
  }
  const { app, pawl, api, canary } = await bench(database, {
    analyse: Object.keys(sites),
    stages: { retries: 1 },
    sites: { maxPageBytes: 200_000 },
  })
  for (let starts = 0; starts < 2; starts++) await (await app.start!({ pawl, db: database.pool })).stop()
  const rows = await sql('select id, address from report order by id')
  expect(rows.map(({ address }) => address)).toEqual(Object.keys(sites))
  await pawl.start()
  const became: Record<string, string> = {}
  for (const { id, address } of rows) {
    const { status, failure } = await ended(api, Number(id))
    became[address] = failure?.code ?? status
  }
  expect(became).toEqual(sites)
  expect(canary.reached).toBe(0)
})

test('a failure that may pass is tried again, and counted', async () => {
  const { reportLive, sandbox } = await bench(database)
  sandbox.web.outage('site-7.example', { kind: 'error', requests: 2 })
  // a drain would not wait for a retry that is due a moment later
  expect(await reportLive('https://site-7.example/')).toMatchObject({ status: 'completed', retries: 2 })
})

test('a report whose job has ended without a word is ended, with what the engine knows', async () => {
  const { api, pawl } = await bench(database)
  const { id } = await submitReport(api, 'https://site-60.example/')
  const item = await pawl.pipelines.get(api.stages, `${id}@site-60.example`)
  await pawl.cancel(item!.job)
  expect(await tendReports(api, 60_000)).toBe(0)
  await sql(`update report set updated_at = now() - interval '2 minutes' where id = $1`, [id])
  expect(await tendReports(api, 60_000)).toBe(1)
  expect(await findReport(database.pool, id)).toMatchObject({ status: 'cancelled', failure: { code: 'cancelled' } })
})

test('a report that nobody has submitted is submitted, once', async () => {
  const { api, pawl } = await bench(database)
  const { id } = await submitBulk(api, ['https://site-61.example/'], null)
  await pawl.cancelMany({ type: 'site-report.submit' })
  await sql(`update report set updated_at = now() - interval '2 minutes' where in_progress`)
  expect(await tendReports(api, 60_000)).toBe(0)
  await pawl.drain({ keepOpen: true })
  expect(await foundBulk(api, id)).toMatchObject({ total: 1, completed: 1 })
})

test('a row under way whose address is none is ended with the reason, stops nobody, and can be deleted', async () => {
  const { api, pawl } = await bench(database)
  const [{ id }] = await sql(`insert into report (url, address, status, in_progress, updated_at)
    values ('x', 'no address', 'in-progress', true, now() - interval '2 minutes') returning id`)
  const other = await submitReport(api, 'https://site-62.example/')
  await pawl.cancel((await pawl.pipelines.get(api.stages, `${other.id}@site-62.example`))!.job)
  await sql(`update report set updated_at = now() - interval '2 minutes' where id = $1`, [other.id])
  expect(await tendReports(api, 60_000)).toBe(2)
  expect(await reportState(api, Number(id))).toMatchObject({ status: 'failed', failure: { code: 'invalid-url' } })
  await deleteReport(api, Number(id))
})

test('stages that share their slots let earlier ones go first', async () => {
  const { pawl, api } = await bench(database, { stages: { areShared: true, slots: 1 } })
  const order: string[] = []
  pawl.on('job.start', ({ type }) => order.push(type.replace('site-report.', '')))
  await submitReport(api, 'https://site-70.example/')
  await submitReport(api, 'https://site-71.example/')
  await pawl.drain({ keepOpen: true })
  expect(order.slice(0, 2)).toEqual(['website-analysis', 'website-analysis'])
  expect(order).toHaveLength(6)
})
