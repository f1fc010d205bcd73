import { expect, test } from 'vitest'
import { definePhases, defineStages, drawPipeline, phase, pictureText, type StageItem, stage } from '../../src/index.ts'
import { decideLeg, type ItemRow } from '../../src/pipeline/decide-leg.ts'
import { describeProgress, isProgressDue, noCounts, progressLine } from '../../src/pipeline/phase-progress.ts'
import { describeStage } from '../../src/pipeline/stage-progress.ts'
import { Standstill } from '../../src/pipeline/standstill.ts'
import { Pawl } from '../../src/runtime/pawl.ts'
import { PipelineBook } from '../../src/runtime/pipelines/pipeline-book.ts'

const run = () => 'x'
const rows = { undone: async () => [], write: async () => {} }

test('a stage has a pool of ten, five minutes and three attempts unless it says otherwise', () => {
  const report = defineStages('report', [stage('fetch', { run })])
  expect(report.stages[0]).toMatchObject({ timeoutMs: 300_000, priority: 5 })
  expect(report.stages[0]!.job).toMatchObject({ type: 'report.fetch', queue: 'report.fetch', timeoutMs: 300_000 })
  expect(report.stages[0]!.job.retry.attempts).toBe(3)
  expect(drawPipeline(report).pools).toEqual([{ name: 'report.fetch', concurrency: 10 }])
})

test('a phase takes a hundred rows at a time, one after the other, and tries each in three runs', () => {
  expect(phase('scan', rows)).toMatchObject({ batch: 100, parallel: 1, maxFailures: 3, label: 'scan', unit: 'rows' })
})

test.each<[string, () => unknown, string]>([
  ['a stage without run', () => stage('a', {} as never), "stage('a'): run must be a function"],
  [
    'an unknown option of a stage',
    () => stage('a', { run, slot: 3 } as never),
    "no option 'slot'; did you mean 'slots'?",
  ],
  ['no slots', () => stage('a', { run, slots: 0 }), 'slots must be a whole number from 1'],
  ['a rate without a limit', () => stage('a', { run, startRate: { perMs: 5 } as never }), 'startRate.limit must be'],
  ['a timeout of nothing', () => stage('a', { run, timeoutMs: 0 }), 'timeoutMs must be'],
  ['a source that is none', () => stage('a', { run, source: 7 as never }), 'source must be a name'],
  ['no stages', () => defineStages('p', []), 'takes a list of at least one stage(…)'],
  ['something else than stages', () => defineStages('p', [{}] as never), 'takes a list of at least one stage(…)'],
  ['a stage named like the job that submits', () => defineStages('p', [stage('submit', { run })]), "named 'submit'"],
  ['two stages of one name', () => defineStages('p', [stage('a', { run }), stage('a', { run })]), "the name 'a'"],
  [
    'an input that is no schema',
    () => defineStages('p', [stage('a', { run })], { input: {} as never }),
    'Standard Schema',
  ],
  [
    'a version that is no function',
    () => defineStages('p', [stage('a', { run })], { version: 3 as never }),
    'version must be',
  ],
  [
    'a shared queue with different slots',
    () => defineStages('p', [stage('a', { run, queue: 'q', slots: 1 }), stage('b', { run, queue: 'q', slots: 2 })]),
    "share the queue 'q' and give it different slots",
  ],
  ['a phase without undone', () => phase('a', { write: rows.write } as never), 'undone must be a function'],
  ['a phase without write', () => phase('a', { undone: rows.undone } as never), 'write must be a function'],
  ['a batch of nothing', () => phase('a', { ...rows, batch: 0 }), 'batch must be'],
  ['an unknown option of a phase', () => phase('a', { ...rows, paralel: 2 } as never), "did you mean 'parallel'?"],
  ['no phases', () => definePhases('p', []), 'takes a list of at least one phase(…)'],
  ['two phases of one name', () => definePhases('p', [phase('a', rows), phase('a', rows)]), "the name 'a'"],
  ['no subjects', () => definePhases('p', [phase('a', rows)], { subjectsAtOnce: 0 }), 'subjectsAtOnce must be'],
  ['an empty name', () => definePhases('', [phase('a', rows)]), 'the name of a pipeline must be'],
])('%s is refused', (_, define, message) => {
  expect(define).toThrow(message)
})

test('createPawl refuses what is no pipeline, two of one name, and queues they disagree on', () => {
  const make = (...pipelines: unknown[]) =>
    new Pawl({ url: 'postgres://nowhere/x', jobs: [], pipelines: pipelines as never })
  const one = defineStages('p', [stage('a', { run, queue: 'q', slots: 1 })])
  expect(() => make({})).toThrow('pipelines must be a list of what defineStages')
  expect(() => make(one, definePhases('p', [phase('a', rows)]))).toThrow("two pipelines have the name 'p'")
  expect(() => make(one, defineStages('r', [stage('a', { run, queue: 'q', slots: 2 })]))).toThrow("share the queue 'q'")
})

test('pipelines that share a queue share what one of them says of it; the others need not repeat it', () => {
  const startRate = { limit: 3, perMs: 5_000 }
  const says = defineStages('says', [stage('a', { run, queue: 'q', slots: 1 })])
  const rate = defineStages('rate', [stage('a', { run, queue: 'q', startRate })])
  const silent = defineStages('silent', [stage('a', { run, queue: 'q' })])
  const scan = definePhases('scan', [phase('a', rows)], { queue: 'q' })
  expect(new PipelineBook([silent, says, rate, scan]).pools).toEqual({ q: { concurrency: 1, startRate } })
  expect(new PipelineBook([silent, scan]).pools).toEqual({ q: {} })
  const other = defineStages('other', [stage('a', { run, queue: 'q', startRate: { limit: 4, perMs: 5_000 } })])
  expect(() => new PipelineBook([rate, other])).toThrow(
    "pipelines: 'rate' and 'other' share the queue 'q' and give it different startRate",
  )
})

test('a pipeline can be drawn from its definition', () => {
  const report = defineStages('site-report', [
    stage('fetch', { run, slots: 3, startRate: { limit: 3, perMs: 5_000 } }),
    stage('form', { run, queue: 'model', slots: 2 }),
    stage('ask', { run, queue: 'model', priority: 3 }),
  ])
  expect(drawPipeline(report)).toEqual({
    name: 'site-report',
    kind: 'stages',
    nodes: [
      { name: 'fetch', pool: 'site-report.fetch', note: 'priority 5' },
      { name: 'form', pool: 'model', note: 'priority 5' },
      { name: 'ask', pool: 'model', note: 'priority 3' },
    ],
    edges: [
      { from: 'fetch', to: 'form' },
      { from: 'form', to: 'ask' },
    ],
    pools: [
      { name: 'site-report.fetch', concurrency: 3, startRate: { limit: 3, perMs: 5_000 } },
      { name: 'model', concurrency: 2 },
    ],
  })
  // as a process serves it
  expect(drawPipeline(report, { model: { concurrency: 7 } }).pools[1]).toEqual({ name: 'model', concurrency: 7 })
  const retained = { model: { concurrency: 7, retention: { keepMs: 60_000 } } }
  expect(drawPipeline(report, retained).pools[1]).toEqual({ name: 'model', concurrency: 7 })
  const text = pictureText(drawPipeline(report))
  expect(text).toContain('[fetch] ──► [form] ──► [ask]')
  expect(text).toContain('pool site-report.fetch: 3 slots, 3 per 5 s (fetch)')
  const scan = definePhases('scan', [phase('find', { ...rows, parallel: 4 })])
  expect(pictureText(drawPipeline(scan))).toContain('find: batches of 100, 4 at a time')
})

test('a job of a pipeline that was passed as a plain job says what to do', () => {
  const { job } = definePhases('scan', [phase('find', rows)])
  expect(() => job.run({} as never)).toThrow('pass it in `pipelines`')
})

test('progress has a line for people, a rate and the time that is left', () => {
  const named = { name: 'meta', label: 'Extracting metadata', unit: 'files' }
  const counts = { ...noCounts, done: 500, total: 2_150 }
  expect(describeProgress(named, counts, { rows: 100, ms: 2_000 })).toMatchObject({
    line: 'Extracting metadata: 500/2,150 files',
    perSecond: 50,
    leftMs: 33_000,
  })
  expect(progressLine('Reading', 'rows', { ...noCounts, done: 1_234_567 })).toBe('Reading: 1,234,567 rows')
  const { label, unit } = phase('link', { ...rows, label: 'Linking files', unit: '' })
  expect(progressLine(label, unit, { ...counts, failed: 1 })).toBe('Linking files: 500/2,150, 1 failed')
  expect(describeProgress(named, counts, { rows: 0, ms: 0 })).toMatchObject({ perSecond: null, leftMs: null })
})

test('progress is due each hundred rows or each second, and never without a row', () => {
  expect([isProgressDue(99, 999), isProgressDue(100, 0), isProgressDue(1, 1_000), isProgressDue(0, 5_000)]).toEqual([
    false,
    true,
    true,
    false,
  ])
})

test('a stage has a line for people, a rate and the time that is left', () => {
  const counts = { stage: 'form', open: 13, failed: 1, done: 300, lately: 60, firstAt: null, lastAt: null }
  expect(describeStage(counts, 24 * 3_600_000)).toMatchObject({
    line: 'form: 12 under way, 300 done in 24 h, 1 failed',
    perSecond: 1,
    leftMs: 12_000,
  })
  expect(describeStage({ ...counts, lately: 0 }, 1_000)).toMatchObject({ perSecond: null, leftMs: null })
  const spans = [1_000, 90_000, 120_000, 48 * 3_600_000].map(
    (ms) => describeStage(counts, ms).line.split(' done in ')[1],
  )
  expect(spans).toEqual(['1 s, 1 failed', '90 s, 1 failed', '2 min, 1 failed', '2 days, 1 failed'])
})

test('what an item is submitted with has the type that its stages take', () => {
  const report = defineStages('typed', [
    stage('a', { run: (item: StageItem<{ url: string }>) => item.input.url.length }),
    stage('b', { run: (item) => item.results.a }),
  ])
  const submit = (pawl: Pawl) => {
    void pawl.pipelines.submit(report, 'x', { url: 'a.org' })
    // @ts-expect-error url is a text
    void pawl.pipelines.submit(report, 'x', { url: 7 })
    // @ts-expect-error a run over a subject is for phases
    void pawl.pipelines.start(report, 'x')
  }
  expect(submit).toBeTypeOf('function')
})

test('a stage goes on with its item only while that is its own', () => {
  const row: ItemRow = { version: 3, stage: 'ask', endedAs: null, outside: '7' }
  const leg = { stage: 'ask', version: 3 }
  expect(decideLeg(row, leg, undefined)).toBe('go')
  expect(decideLeg(row, leg, '7')).toBe('go')
  expect(decideLeg(row, leg, '8')).toBe('changed')
  expect(decideLeg(row, leg, null)).toBe('deleted')
  expect(decideLeg({ ...row, outside: null }, leg, '8')).toBe('go')
  expect(decideLeg({ ...row, outside: null }, leg, null)).toBe('deleted')
  expect(decideLeg(undefined, leg, undefined)).toBe('deleted')
  expect(decideLeg({ ...row, version: 4 }, leg, undefined)).toBe('moved')
  expect(decideLeg({ ...row, version: 4, endedAs: 'cancelled' }, leg, undefined)).toBe('cancelled')
  expect(decideLeg({ ...row, stage: 'fetch' }, leg, undefined)).toBe('moved')
  expect(decideLeg({ ...row, endedAs: 'done' }, leg, undefined)).toBe('moved')
})

test('the same page again is a standstill; where others may make rows undone, the same one several times', () => {
  const many = new Standstill('scan')
  many.see(['1', '2'])
  many.see(['2', '3'])
  expect(() => many.see(['2', '3'])).toThrow("the phase 'scan' gets the same rows again and again")
  const patient = new Standstill('scan', 3)
  for (let i = 0; i < 3; i++) patient.see(['1', '2'])
  expect(() => patient.see(['1', '2'])).toThrow('must select what comes after `after`')
})
