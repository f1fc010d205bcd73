import { expect, test } from 'vitest'
import { testDatabase } from './support/database.ts'
import { testPawl } from './support/test-pawl.ts'

const database = testDatabase()
const newPawl = () => testPawl({ url: database.url, jobs: [] })

test('what an operator did is kept with who, what, when and to what, for every process', async () => {
  const { operations } = newPawl()
  const details = { body: { n: 1 } }
  const recorded = await operations.record({ who: 'ada', what: 'job.cancel', on: 'job_1', details })
  await operations.record({ who: 'bob', what: 'queue.pause', on: 'mail' })
  const page = await newPawl().operations.list()
  expect(page).toEqual({
    operations: [
      { id: expect.any(String), at: expect.any(Date), who: 'bob', what: 'queue.pause', on: 'mail', details: null },
      { id: recorded.id, at: recorded.at, who: 'ada', what: 'job.cancel', on: 'job_1', details },
    ],
    next: null,
  })
})

test('pages follow one another, newest first, each operation once', async () => {
  const { operations } = newPawl()
  for (let i = 0; i < 7; i++) await operations.record({ who: 'cy', what: 'source.pause', on: `source-${i}` })
  const seen: string[] = []
  let after: string | undefined
  do {
    const page = await operations.list({ limit: 3, ...(after === undefined ? {} : { after }) })
    expect(page.operations.length).toBeLessThanOrEqual(3)
    seen.push(...page.operations.map(({ on }) => on))
    after = page.next ?? undefined
  } while (after !== undefined)
  expect(seen.slice(0, 7)).toEqual([6, 5, 4, 3, 2, 1, 0].map((i) => `source-${i}`))
  expect(new Set(seen).size).toBe(9)
})

test('what cannot be recorded, or is no page, is refused', async () => {
  const { operations } = newPawl()
  await expect(operations.record({ who: '', what: 'x', on: 'y' })).rejects.toThrow(/who must be a text/)
  await expect(operations.record({ who: 'a', what: 'x', on: 'y', why: 1 } as never)).rejects.toThrow(/no option 'why'/)
  await expect(operations.record({ who: 'a', what: 'x', on: 'y', details: 1n })).rejects.toThrow(/details must be JSON/)
  await expect(operations.list({ after: 'x' })).rejects.toMatchObject({ code: 'invalid-cursor' })
  await expect(operations.list({ limit: 0 })).rejects.toThrow(/from 1 to 1000/)
})

test('the tenth comes after the ninth, not before the second', async () => {
  const pawl = testPawl({ url: database.url, jobs: [] })
  const done = Array.from({ length: 12 }, (_, i) => `operation ${i}`)
  for (const on of done) await pawl.operations.record({ who: 'ada', what: 'test.order', on })
  const { operations } = await pawl.operations.list({ limit: 12 })
  expect(operations.map(({ on }) => on)).toEqual(done.reverse())
})

test('an operation that failed is listed once, with the reason', async () => {
  const { operations } = newPawl()
  const bare = await operations.record({ who: 'dan', what: 'queue.pause', on: 'mial' })
  const detailed = await operations.record({ who: 'dan', what: 'source.limit', on: 'post', details: { burst: 3 } })
  await operations.fail(bare, 'unknown-queue')
  await operations.fail(detailed, 'invalid-option')
  const found = (await operations.list()).operations.filter(({ who }) => who === 'dan')
  expect(found.map(({ on, details }) => [on, details])).toEqual([
    ['post', { burst: 3, failed: 'invalid-option' }],
    ['mial', { failed: 'unknown-queue' }],
  ])
})
