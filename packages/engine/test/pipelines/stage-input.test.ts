import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineStages, type StageItem, stage } from '../../src/index.ts'
import { testDatabase } from '../support/database.ts'
import { testPawl } from '../support/test-pawl.ts'

const database = testDatabase()
const { url } = database
const schema = z.object({ url: z.string().trim(), depth: z.number().default(3), since: z.coerce.date() })

function schooled(seen: unknown[], input: z.ZodType<z.output<typeof schema>, z.input<typeof schema>> = schema) {
  return defineStages(
    'schooled',
    ['first', 'second'].map((name) =>
      stage(name, { run: (item: StageItem<z.output<typeof schema>>) => void seen.push(item.input) }),
    ),
    { input },
  )
}

test('stages get what the schema makes of the input: defaults, trimmed texts, dates', async () => {
  const seen: unknown[] = []
  const report = schooled(seen)
  const pawl = testPawl({ url, jobs: [], pipelines: [report] })
  await pawl.pipelines.submit(report, 'one', { url: ' a.org ', since: '2026-01-02' })
  await pawl.drain({ keepOpen: true })
  const input = { url: 'a.org', depth: 3, since: new Date('2026-01-02') }
  expect(seen).toEqual([input, input])
})

test('an input that does not fit is refused with the path of each fault, and as it will be read', async () => {
  const report = schooled([])
  const pawl = testPawl({ url, jobs: [], pipelines: [report] })
  await expect(pawl.pipelines.submit(report, 'bad', { url: 7, since: 'x' } as never)).rejects.toThrow(
    /the input of an item of 'schooled' does not fit its schema: input\.url: .*; input\.since: /,
  )
  expect(await pawl.pipelines.get(report, 'bad')).toBeUndefined()
})

test('an item whose input does not fit the schema of a later release fails at once and says so', async () => {
  const report = schooled([])
  await testPawl({ url, jobs: [], pipelines: [report] }).pipelines.submit(report, 'old', { url: 'a.org', since: 0 })
  const later = schooled([], schema.extend({ url: z.string().startsWith('https:') }))
  const pawl = testPawl({ url, jobs: [], pipelines: [later] })
  await pawl.drain({ keepOpen: true })
  expect(await pawl.pipelines.get(later, 'old')).toMatchObject({ state: 'failed' })
  const [letter] = await pawl.deadLetters.list()
  expect(letter).toMatchObject({ reason: 'permanent', failures: 1 })
  expect(letter?.error?.message).toContain(
    "the input of the item 'old' of 'schooled' does not fit the schema of today: input.url",
  )
})

test('without a schema stages get what was submitted: nothing, null or plain data', async () => {
  const seen: unknown[] = []
  const report = defineStages('plain', [stage('only', { run: ({ input }) => void seen.push(input) })])
  const pawl = testPawl({ url, jobs: [], pipelines: [report] })
  for (const [i, input] of [undefined, null, { n: 1 }].entries()) {
    await pawl.pipelines.submit(report, `${i}`, input)
    await pawl.drain({ keepOpen: true })
  }
  expect(seen).toEqual([undefined, null, { n: 1 }])
})
