import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { cancelReport } from '../src/api/cancel-report.ts'
import { deleteReport } from '../src/api/delete-report.ts'
import { reportState } from '../src/api/report-state.ts'
import { retryReport } from '../src/api/retry-report.ts'
import { submitReport } from '../src/api/submit-report.ts'
import { siteReportsSettings } from '../src/options.ts'
import { reportStages } from '../src/stages/report-stages.ts'
import { findContent } from '../src/tables/report-contents.ts'
import { findReport } from '../src/tables/reports.ts'
import { appDatabase } from './support/app-database.ts'
import { bench } from './support/test-reports.ts'

const database = appDatabase()
const db = database.pool

test('a site is fetched, read, asked about and reported, and all that led there is kept', async () => {
  const { report, sandbox, api, pawl } = await bench(database)
  const done = await report('lantern-bakery.example/?utm_source=mail#top')
  expect(done).toMatchObject({
    status: 'completed',
    step: 'completed',
    address: 'https://lantern-bakery.example/',
    title: 'Lantern Bakery: sourdough from a wood oven',
    usage: { model: 'made-up-large', promptTokens: expect.any(Number), cost: null },
    failure: null,
  })
  const { prompt, content } = await findContent(db, done.id)
  expect(prompt).toMatchObject({ template: 'site-report', version: expect.any(Number) })
  expect(content!.pages.map(({ url }) => new URL(url).pathname).sort()).toEqual(['/', '/about', '/contact', '/menu'])
  expect(content!.unquoted).toEqual([])
  expect(sandbox.web.paths('lantern-bakery.example')).not.toContain('/login')
  expect(sandbox.model.calls).toHaveLength(1)
  const { job } = await reportState(api, done.id)
  expect((await pawl.job(job!))?.progress).toMatchObject({ asked: 'ask', bytes: expect.any(Number) })
})

test('who asks for an address whose report is not finished gets that one; a finished one is not asked for again', async () => {
  const { api, report } = await bench(database)
  const asked = await Promise.all(
    ['https://site-1.example', 'site-1.example/?fbclid=x', 'https://site-1.example/#a', 'SITE-1.example'].map((url) =>
      submitReport(api, url),
    ),
  )
  expect(new Set(asked.map(({ id }) => id)).size).toBe(1)
  expect(asked.filter(({ isNew }) => isNew)).toHaveLength(1)
  const first = await report('https://site-1.example')
  expect(first).toMatchObject({ id: asked[0]!.id, status: 'completed' })
  expect((await report('https://site-1.example')).id).toBeGreaterThan(first.id)
})

test('a report that was cancelled is taken no further, and goes on when it is tried again', async () => {
  const { api, pawl, sandbox } = await bench(database)
  const { id } = await submitReport(api, 'https://site-2.example/')
  expect(await cancelReport(api, id)).toMatchObject({ status: 'cancelled', failure: { code: 'cancelled' } })
  await pawl.drain({ keepOpen: true })
  expect(sandbox.web.total).toBe(0)
  expect(await cancelReport(api, id)).toMatchObject({ status: 'cancelled' })
  await retryReport(api, id)
  await pawl.drain({ keepOpen: true })
  expect(await findReport(db, id)).toMatchObject({ status: 'completed', failure: null })
})

test('a report is tried again from a stage, with what the stages before came to', async () => {
  const { api, pawl, report, sandbox } = await bench(database)
  sandbox.model.fault({ kind: 'refusal', requests: 1 })
  const failed = await report('https://site-3.example/')
  expect(failed).toMatchObject({ status: 'failed', step: 'model-analysis', failure: { code: 'model-refusal' } })
  const asked = sandbox.web.total
  await retryReport(api, failed.id)
  await pawl.drain({ keepOpen: true })
  expect(await findReport(db, failed.id)).toMatchObject({ status: 'completed' })
  expect(sandbox.web.total).toBe(asked)
  await expect(retryReport(api, failed.id)).rejects.toMatchObject({ status: 400, code: 'stage-missing' })
  await retryReport(api, failed.id, 'prompt-forming')
  await expect(retryReport(api, failed.id, 'prompt-forming')).rejects.toMatchObject({ code: 'report-under-way' })
  await pawl.drain({ keepOpen: true })
  expect(await findReport(db, failed.id)).toMatchObject({ status: 'completed' })
  expect(sandbox.web.total).toBe(asked)
})

test('a report that is deleted on its way leaves nothing behind', async () => {
  const { api, pawl, sandbox } = await bench(database)
  const { id } = await submitReport(api, 'https://site-4.example/')
  await deleteReport(api, id)
  await pawl.drain({ keepOpen: true })
  expect(sandbox.web.total).toBe(0)
  expect(await findReport(db, id)).toBeUndefined()
  await expect(deleteReport(api, id)).rejects.toMatchObject({ status: 404 })
})

test('an item that is no report is refused, and a report that another program resets begins anew', async () => {
  const { api, pawl, report, sandbox } = await bench(database)
  const foreign = pawl.pipelines.submit(api.stages, 'something else', { address: 'https://site-6.example/' })
  await expect(foreign).rejects.toMatchObject({ code: 'unknown-item' })
  sandbox.model.fault({ kind: 'refusal', requests: 1 })
  const { id } = await report('https://site-6.example/')
  await database.sql(
    `update report set status = 'not-started', current_step = 'not-started', updated_at = now() - interval '31 s' where id = $1`,
    [id],
  )
  await pawl.drain({ keepOpen: true })
  await pawl.schedules.fire('site-reports.take-up-inserted')
  await pawl.drain({ keepOpen: true })
  expect(await findReport(db, id)).toMatchObject({ status: 'completed', failure: null })
})

test('a report has three retries and rows of other programs thirty seconds, and the README has all options', () => {
  const settings = siteReportsSettings({ model: { name: 'any' } })
  expect(settings.stages).toMatchObject({ retries: 3, firstRetryMs: 5_000 })
  expect(settings.inserted).toEqual({ everyMs: 10_000, untouchedMs: 30_000, batch: 10 })
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  const table = readme.slice(readme.indexOf('| option |'), readme.indexOf('## Differences from the specification'))
  for (const [name, value] of Object.entries(settings)) {
    const isGroup = typeof value === 'object' && !Array.isArray(value)
    for (const key of isGroup ? Object.keys(value) : [name]) expect(table, key).toMatch(new RegExp(`[\`.]${key}\``))
  }
})

test('each stage has ten slots, three starts in five seconds and five minutes', () => {
  const { stages, pools } = reportStages(siteReportsSettings(), undefined)
  expect(stages.map(({ name }) => name)).toEqual(['website-analysis', 'prompt-forming', 'model-analysis'])
  for (const { slots, startRate, retry, timeoutMs } of stages) {
    expect({ slots, startRate, attempts: retry.attempts, timeoutMs }).toEqual({
      ...{ slots: 10, startRate: { limit: 3, perMs: 5_000 }, attempts: 5, timeoutMs: 300_000 },
    })
  }
  expect(Object.keys(pools)).toHaveLength(3)
  const shared = reportStages(siteReportsSettings({ stages: { areShared: true } }), undefined)
  expect(shared.pools).toEqual({ 'site-report': { concurrency: 10, startRate: { limit: 3, perMs: 5_000 } } })
  const priorities = shared.stages.map(({ priority }) => priority)
  expect(priorities).toEqual([...priorities].sort())
})

test('a row that somebody deletes straight from the table ends its report quietly', async () => {
  const { api, pawl, sandbox } = await bench(database)
  const { id } = await submitReport(api, 'https://site-5.example/')
  await database.sql('delete from report where id = $1', [id])
  await pawl.drain({ keepOpen: true })
  expect(sandbox.model.calls).toEqual([])
  expect(await pawl.deadLetters.list()).toEqual([])
})
