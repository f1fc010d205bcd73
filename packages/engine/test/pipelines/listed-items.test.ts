import { beforeAll, expect, test } from 'vitest'
import { defineStages, type ItemView, type Pawl, PawlError, stage } from '../../src/index.ts'
import { testDatabase } from '../support/database.ts'
import { testPawl } from '../support/test-pawl.ts'

const database = testDatabase()
const { url } = database
const report = defineStages('listed', [stage('only', { run: () => 'ran' })])
const open = () => testPawl({ url, jobs: [], pipelines: [report] })
const names = Array.from({ length: 20 }, (_, i) => `item ${i}`)

beforeAll(async () => {
  const pawl = testPawl({ url, jobs: [], pipelines: [report] })
  for (const name of names) await pawl.pipelines.submit(report, name, {})
  // so many in one millisecond as a busy pipeline moves
  await database.sql(
    `update pawl.pipeline_item set moved_at = date_trunc('second', moved_at) + (version % 900) * interval '1 us'`,
  )
  await pawl.stop()
})

test('pages of items hold each of them once, by version, the newest first, whatever moved in one millisecond', async () => {
  const pawl = open()
  const seen: ItemView[] = []
  for (;;) {
    const page = await pawl.pipelines.items(report, {
      limit: 3,
      ...(seen.length > 0 && { before: seen.at(-1)!.version }),
    })
    if (page.length === 0) break
    seen.push(...page)
  }
  expect(seen.map(({ item }) => item)).toEqual([...names].reverse())
})

test.each<[string, (pawl: Pawl) => Promise<unknown>, string]>([
  [
    'a page before nothing',
    (pawl) => pawl.pipelines.items(report, { before: {} as never }),
    'pipelines.items: before must be a whole number of at least 1; got [object Object]',
  ],
  ['items of nothing', (pawl) => pawl.pipelines.items(undefined as never), 'the name of a pipeline must be a text'],
  ['stages of nothing', (pawl) => pawl.pipelines.stages(undefined as never), 'the name of a pipeline must be a text'],
  [
    'a stage that is no name',
    (pawl) => pawl.pipelines.items(report, { stage: 7 as never }),
    'items: stage must be a text',
  ],
  [
    'an item of nothing',
    (pawl) => pawl.pipelines.get(undefined as never, 'x'),
    'pipelines.get takes a pipeline as defineStages or definePhases returned it; got undefined',
  ],
  [
    'a cancel by the name of a pipeline',
    (pawl) => pawl.pipelines.cancel('listed' as never, 'x'),
    "pipelines.cancel takes a pipeline as defineStages or definePhases returned it; got 'listed'",
  ],
  ['an item without a name', (pawl) => pawl.pipelines.get(report, undefined as never), 'the name of an item must be'],
  ['NUL in what is submitted', (pawl) => pawl.pipelines.submit(report, 'a\0b', {}), 'without NUL'],
  ['NUL in what is asked for', (pawl) => pawl.pipelines.get(report, 'a\0b'), 'without NUL'],
  ['NUL in what is tried again', (pawl) => pawl.pipelines.retry(report, 'a\0b'), 'without NUL'],
  ['NUL in what is cancelled', (pawl) => pawl.pipelines.cancel(report, 'a\0b'), 'without NUL'],
  ['NUL in what is removed', (pawl) => pawl.pipelines.remove(report, 'a\0b'), 'without NUL'],
  [
    'an input that is too large',
    (pawl) => pawl.pipelines.submit(report, 'large', 'x'.repeat(70_000)),
    'has 70002 bytes, its limit is 65536. An item refers to data and does not carry it',
  ],
  [
    'an input that JSON cannot hold',
    (pawl) => pawl.pipelines.submit(report, 'odd', { n: 1n }),
    "the input of an item of 'listed' cannot be kept: at n: JSON cannot carry a BigInt (use a text). Submit plain data.",
  ],
  ['NUL in an input', (pawl) => pawl.pipelines.submit(report, 'odd', { text: 'a\0b' }), 'the character NUL'],
])('%s is refused, and the error says what was expected', async (_, ask, message) => {
  const error = await Promise.resolve()
    .then(() => ask(open()))
    .catch((error) => error)
  expect(error).toBeInstanceOf(PawlError)
  expect((error as Error).message).toContain(message)
})
