import { type App, defineApp } from '@pawl/app'
import { defineJob, type QueueView } from 'pawl'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { palette } from '../src/terminal/palette.ts'
import { countByApp } from '../src/up/app-counts.ts'
import { summaryLines, summaryText } from '../src/up/summary.ts'

const job = (type: string, queue: string) => defineJob({ type, queue, body: z.object({}), run: () => {} })
const app = (name: string, ...queues: string[]): App =>
  defineApp({ name, title: name, jobs: queues.map((queue) => job(`${name}.${queue}`, queue)) })
const view = (queue: string, more: Partial<QueueView> = {}): QueueView => ({
  ...{ queue, paused: false, exact: true, oldestAgeMs: null, errorRate: null },
  ...{ pending: 0, scheduled: 0, retryable: 0, running: 0, perMinute: 0 },
  ...more,
})

const apps = [app('chapters', 'poll', 'ingest'), app('letters', 'mail'), app('sandbox')]
const queues = [
  view('poll', { pending: 2, running: 1, perMinute: 60, errorRate: 0.05 }),
  view('ingest', { pending: 1_000, exact: false, perMinute: 40 }),
  view('mail', { scheduled: 3, retryable: 4 }),
  view('of another project', { pending: 9 }),
]
const counts = countByApp(apps, queues, [
  { queue: 'mail', count: 2 },
  { queue: 'of another project', count: 7 },
])
const about = { url: 'http://127.0.0.1:8787', upMs: 61_000, workers: 'this process (12)' }

test('the summary has one line an application, with the counts of all its queues', () => {
  const summary = { ...about, apps: counts, problems: { warnings: 1, errors: 0 }, history: [0, 100] }
  expect(summaryLines(summary, 80, palette(false))).toEqual([
    '',
    '● http://127.0.0.1:8787   up 1m 1s   workers: this process (12)',
    '',
    'APPLICATION  PENDING  RUNNING  DELAYED  /MIN  FAILED  DEAD',
    'chapters       ~1002        1        0   100       3     0',
    'letters            0        0        7     0       0     2',
    '',
    '▁█ 100 attempts ended in the last minute',
    '1 warning, 0 errors since the start; they are above',
    'pawl dead list shows the dead letters',
    'Ctrl-C stops everything; pawl top shows more, --log prints every event',
  ])
})

test('in a pipe it is one line an application', () => {
  expect(summaryText(counts)).toEqual([
    '  chapters  ~1002 pending, 1 running, 0 delayed, 100 ended in the last minute, 0 dead letters',
    '  letters   0 pending, 0 running, 7 delayed, 0 ended in the last minute, 2 dead letters',
  ])
})
