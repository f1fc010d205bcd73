import type { ModelCall, ModelFaultKind } from '@pawl/sandbox'
import { type FetchAnswer, PawlError, SourceDeferredError } from 'pawl'
import { afterEach, expect, test } from 'vitest'
import { analyse } from '../src/analysis/analyse.ts'
import { readAnalysis } from '../src/analysis/read-analysis.ts'
import { retryReport } from '../src/api/retry-report.ts'
import { submitReport } from '../src/api/submit-report.ts'
import { modelFromEnvironment } from '../src/index.ts'
import { siteReportsSettings } from '../src/options.ts'
import { createModel } from '../src/sources/model.ts'
import { findReport } from '../src/tables/reports.ts'
import { appDatabase } from './support/app-database.ts'
import { bench, ended, sharedBench } from './support/test-reports.ts'

const database = appDatabase()
/** Nobody has been asked here. */
const fresh = appDatabase()
const shared = sharedBench(database, { model: { name: 'made-up-large', price: { prompt: 2, completion: 8 } } })
/** How often the model was asked, and what it answered, since this was called. */
const asked = () => {
  const { model } = shared().sandbox
  const [requests, calls] = [model.requests.total, model.calls.length]
  const since = () => model.calls.slice(calls)
  return { requests: () => model.requests.total - requests, calls: since, usage: () => usageOf(since()) }
}
/** What these calls come to at the prices of the shared bench. */
const usageOf = (calls: readonly ModelCall[]) => {
  const sum = (of: 'promptTokens' | 'completionTokens') => calls.reduce((all, call) => all + call[of], 0)
  const [promptTokens, completionTokens] = [sum('promptTokens'), sum('completionTokens')]
  const cost = expect.closeTo((promptTokens * 2 + completionTokens * 8) / 1_000_000, 6)
  return calls.length === 0
    ? null
    : { model: 'made-up-large', calls: calls.length, promptTokens, completionTokens, cost }
}
afterEach(() => shared().sandbox.model.restore())
let site = 100
const next = () => `https://site-${++site}.example/`

test.each<[ModelFaultKind, string, number]>([
  ['refusal', 'model-refusal', 1],
  ['content_filter', 'model-content-filter', 1],
  ['insufficient_quota', 'model-quota-exhausted', 1],
  ['context_length', 'model-context-too-long', 1],
  ['invalid_key', 'model-key-refused', 1],
  ['model_not_found', 'model-unknown', 1],
  ['empty', 'model-empty-answer', 1],
  // with twice the tokens it is asked once more, in vain
  ['length', 'model-length', 2],
  // and once to mend what does not fit
  ['bad_json', 'model-invalid-answer', 2],
  ['wrong_schema', 'model-invalid-answer', 2],
])('%s ends a report as %s, after %i requests and not one more, with what they cost', async (kind, code, requests) => {
  const { sandbox, report, pawl } = shared()
  const since = asked()
  sandbox.model.fault({ kind })
  const failed = await report(next())
  expect(failed.usage).toEqual(since.usage())
  expect(failed).toMatchObject({
    status: 'failed',
    step: 'model-analysis',
    retries: 0,
    failure: { code, message: expect.stringMatching(/^the (answer|account|filter|model|prompt|server) /) },
  })
  expect(since.requests()).toBe(requests)
  expect(await pawl.sources.get('model')).toMatchObject({ state: 'closed', pausedUntil: null })
})

test.each<[ModelFaultKind, number]>([
  ['fenced_json', 1],
  ['bad_json', 2],
  ['wrong_schema', 2],
  ['length', 2],
])('%s of a first answer is mended, and all tokens are counted', async (kind, calls) => {
  const { sandbox, report } = shared()
  const since = asked()
  sandbox.model.fault({ kind, requests: 1 })
  const done = await report(next())
  expect(done).toMatchObject({ status: 'completed', retries: 0 })
  expect(since.calls()).toHaveLength(calls)
  expect(done.usage).toEqual(since.usage())
})

test('what a report cost before it was tried again is kept with what it costs then', async () => {
  const { sandbox, report, pawl, api } = shared()
  const since = asked()
  sandbox.model.fault({ kind: 'refusal', requests: 1 })
  const { id } = await report(next())
  await retryReport(api, id)
  await pawl.drain({ keepOpen: true })
  expect(since.calls()).toHaveLength(2)
  expect(await findReport(database.pool, id)).toMatchObject({ status: 'completed', usage: since.usage() })
})

test.each<[ModelFaultKind, string]>([
  ['rate_limit', 'a 429 with Retry-After'],
  ['error', 'a 500'],
  ['overloaded', 'a 503'],
])('%s: %s puts a report off, at the cost of no attempt', async (kind) => {
  const { sandbox, reportLive, pawl } = await bench(database)
  const settled: string[] = []
  pawl.on('job.settle', ({ outcome, type }) => settled.push(`${type} ${outcome}`))
  sandbox.model.fault({ kind, requests: 1 })
  expect(await reportLive(next())).toMatchObject({ status: 'completed', retries: 0 })
  expect(settled).toContain('site-report.model-analysis deferred')
  expect(sandbox.model.requests.total).toBe(2)
})

test('a prompt on which the model fails again and again is put off twenty times, and then ends its report', async () => {
  const { sandbox, api, pawl } = await bench(database)
  const { id } = await submitReport(api, next())
  const failures = async () => (await database.sql('select model_failures from report where id = $1', [id]))[0]
  await database.sql('update report set model_failures = 19 where id = $1', [id])
  sandbox.model.fault({ kind: 'error' })
  await pawl.start()
  expect(await ended(api, id)).toMatchObject({
    status: 'failed',
    retries: 0,
    failure: { code: 'model-keeps-failing', message: expect.stringContaining('answered 500') },
  })
  expect(sandbox.model.requests.total).toBe(2)
  expect(await failures()).toEqual({ model_failures: 21 })
  sandbox.model.restore()
  await retryReport(api, id)
  expect(await ended(api, id)).toMatchObject({ status: 'completed' })
  expect(await failures()).toEqual({ model_failures: 0 })
})

test('an answer that breaks off has cost money, and so costs an attempt: the last one ends the report', async () => {
  const { sandbox, reportLive, api } = await bench(database)
  sandbox.model.fault({ kind: 'cut' })
  const broken = await reportLive(next())
  expect(broken).toMatchObject({ status: 'failed', retries: 3, failure: { code: 'model-broken-answer' } })
  expect(sandbox.model.calls).toHaveLength(4)
  sandbox.model.restore()
  await retryReport(api, broken.id)
  expect(await ended(api, broken.id)).toMatchObject({ status: 'completed', retries: 0 })
  expect(sandbox.model.calls).toHaveLength(5)
})

test('so does an answer that takes too long', async () => {
  const late = new SourceDeferredError('model', 'failed', 1, 'late', {
    cause: new PawlError('request-timeout', 'late'),
  })
  const { ask } = createModel(siteReportsSettings({ model: { name: 'x' } }).model!)
  const asked = ask(() => Promise.reject(late), { messages: [], maxTokens: 10 })
  await expect(asked).rejects.toMatchObject({ code: 'model-broken-answer', isPassing: true })
})

test('the budget of a day is a quota of the source: what is beyond it waits, and nobody is asked', async () => {
  const { sandbox, pawl, report } = await bench(fresh, { model: { name: 'made-up-large', callsPerDay: 1 } })
  expect(await report(next())).toMatchObject({ status: 'completed' })
  const waiting = await report(next())
  expect(waiting).toMatchObject({ status: 'in-progress', step: 'model-analysis', retries: 0 })
  expect(sandbox.model.requests.total).toBe(1)
  await pawl.sources.limit('model', { quota: 2 })
  await pawl.drain({ keepOpen: true })
  expect(await findReport(fresh.pool, waiting.id)).toMatchObject({ status: 'completed' })
})

test('a model server that does not stream and does not count is understood all the same', async () => {
  const chunk = { model: 'plain', choices: [{ message: { content: '{}' }, finish_reason: 'stop' }] }
  const answer = await createModel(siteReportsSettings({ model: { name: 'x' } }).model!).ask(
    async () => answerOf(200, { 'content-type': 'application/json' }, JSON.stringify(chunk, null, 2)),
    { messages: [{ role: 'user', content: 'twelve words' }], maxTokens: 10 },
  )
  expect(answer).toEqual({
    ...{ kind: 'answered', text: '{}', model: 'plain' },
    usage: { promptTokens: expect.any(Number), completionTokens: expect.any(Number) },
  })
})

test('what PostgreSQL cannot hold is left out of what a model says, as it stands and as JSON escapes it', async () => {
  const model = createModel(siteReportsSettings({ model: { name: 'x' } }).model!)
  const call = { messages: [], maxTokens: 10 }
  const say = (part: object) =>
    model.ask(
      async () =>
        answerOf(
          200,
          { 'content-type': 'application/json' },
          JSON.stringify({ choices: [{ message: part, finish_reason: 'stop' }] }),
        ),
      call,
    )
  expect(await say({ content: 'a\0b\ud800c' })).toMatchObject({ text: 'abc' })
  expect(await say({ refusal: 'no\0' })).toMatchObject({ code: 'model-refusal', message: 'the model refuses: no' })
  const point = { text: 'a\0', evidence: 'b\udfff', page: 'c', effort: 'low' }
  const score = { score: 5, reason: 'd\0' }
  const scores = { clarity: score, content: score, trust: score, persuasion: score, structure: score }
  const texts = { summary: 'e\0', audience: 'f', valueProposition: 'g', tone: 'h' }
  const read = readAnalysis(
    JSON.stringify({ ...texts, strengths: [point], weaknesses: [], suggestions: [point], scores }),
  )
  expect(read.isRead).toBe(true)
  expect(JSON.stringify(read)).not.toMatch(/\\u0000|\\ud/)
})

test('without a model the report fails at its last stage, and says what to set', async () => {
  const job = { progress() {}, step: (_: string, run: () => unknown) => run() } as never
  const asked = analyse(undefined, { template: 't', version: 1, messages: [], tokens: 1 }, job, () => {})
  await expect(asked).rejects.toMatchObject({ code: 'model-missing', message: expect.stringContaining('OPENAI_MODEL') })
  expect(modelFromEnvironment({})).toBeUndefined()
  expect(modelFromEnvironment({ OPENAI_MODEL: 'm', OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1' })).toEqual({
    name: 'm',
    url: 'http://127.0.0.1:11434/v1',
  })
})

function answerOf(status: number, headers: Record<string, string>, text: string): FetchAnswer {
  const body = new TextEncoder().encode(text)
  return {
    ...{
      status,
      headers: new Headers(headers),
      body,
      bytes: body.length,
      url: '',
      hops: [],
      cached: 'no',
      durationMs: 1,
    },
    ...{ text: () => text, json: () => JSON.parse(text) },
  }
}
