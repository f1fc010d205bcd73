import { defineJob, fixed } from 'pawl'
import { advanceTime } from 'pawl/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { testDatabase } from '../support/database.ts'
import { testPawl } from '../support/test-pawl.ts'
import { until } from '../support/until.ts'

const database = testDatabase()
const body = z.object({ group: z.string(), n: z.number() })

const slots = () => database.sql('select group_name, job_id from pawl.group_slot')
const parked = async () => (await database.sql(`select from pawl.later where reason = 'parked'`)).length

/** A type whose handlers stay until they are let go, and that knows how many of a group ran at once. */
function holding(type: string, groupConcurrency: number) {
  const running = new Map<string, number>()
  let most = 0
  const order: number[] = []
  const held: (() => void)[] = []
  let open = false
  const job = defineJob({
    type,
    body,
    group: ({ group }) => `${type}-${group}`,
    groupConcurrency,
    async run({ body: { group, n } }) {
      const now = (running.get(group) ?? 0) + 1
      running.set(group, now)
      most = Math.max(most, now)
      order.push(n)
      if (!open) await new Promise<void>((resolve) => held.push(resolve))
      else await new Promise((resolve) => setImmediate(resolve))
      running.set(group, running.get(group)! - 1)
    },
  })
  const letAll = () => {
    open = true
    for (const go of held.splice(0)) go()
  }
  return { job, order, held, letAll, most: () => most }
}

test('a group of one runs strictly in order, over several workers, whatever their number of slots', async () => {
  const { job, order, letAll, most } = holding('one', 1)
  letAll()
  const workers = [1, 2, 3].map(() => testPawl({ url: database.url, jobs: [job], queues: { one: { concurrency: 5 } } }))
  const bodies = Array.from({ length: 60 }, (_, n) => ({ group: 'a', n }))
  await workers[0]!.enqueueMany(job, bodies)
  await Promise.all(workers.map((pawl) => pawl.start()))
  await until('all have run', () => order.length === 60)
  await Promise.all(workers.map((pawl) => pawl.drain({ keepOpen: true })))
  expect(order).toEqual(bodies.map(({ n }) => n))
  expect(most()).toBe(1)
  expect([await slots(), await parked()]).toEqual([[], 0])
})

test('of a group as many run as it may have, and other groups are not held up', async () => {
  const { job, held, letAll, order, most } = holding('three', 3)
  const pawl = testPawl({ url: database.url, jobs: [job], queues: { three: { concurrency: 20 } } })
  await pawl.enqueueMany(
    job,
    Array.from({ length: 10 }, (_, n) => ({ group: 'a', n })),
  )
  await pawl.enqueue(job, { group: 'b', n: 100 })
  await pawl.start()
  await until('three of a and one of b run', () => held.length === 4)
  await until('the others are parked', async () => (await parked()) === 7)
  expect(order).toContain(100)
  letAll()
  await pawl.drain({ keepOpen: true })
  expect([order.length, most(), await slots(), await parked()]).toEqual([11, 3, [], 0])
})

test('a parked job shows as pending, can be cancelled, and its group goes on', async () => {
  const { job, held, letAll, order } = holding('parked', 1)
  const pawl = testPawl({ url: database.url, jobs: [job] })
  const jobs = await pawl.enqueueMany(
    job,
    [0, 1, 2].map((n) => ({ group: 'a', n })),
  )
  await pawl.start()
  await until('one runs', () => held.length === 1)
  await until('two are parked', async () => (await parked()) === 2)
  expect(await pawl.job(jobs[1]!.id)).toMatchObject({ status: 'pending', group: 'parked-a', runAt: null })
  expect(await pawl.cancel(jobs[1]!.id)).toMatchObject({ cancelled: true })
  letAll()
  await pawl.drain({ keepOpen: true })
  expect([order, await slots()]).toEqual([[0, 2], []])
})

test('a job that is cancelled while it runs gives its slot back', async () => {
  const { job, held, letAll, order } = holding('cancelled', 1)
  const pawl = testPawl({ url: database.url, jobs: [job], worker: { abortGraceMs: 1 } })
  const [first] = await pawl.enqueueMany(
    job,
    [0, 1].map((n) => ({ group: 'a', n })),
  )
  await pawl.start()
  await until('it runs', () => held.length === 1)
  await pawl.cancel(first!.id)
  await until('the next one runs', () => held.length === 2)
  letAll()
  await pawl.drain({ keepOpen: true })
  expect([order, await slots()]).toEqual([[0, 1], []])
})

test.each([
  [1, ['0', '0 again', '1']],
  [2, ['0', '1', '0 again']],
])(
  'in a group of %i a job that waits for its retry holds back its successors only if it is the only one',
  async (groupConcurrency, expected) => {
    const order: string[] = []
    const type = `retry-${groupConcurrency}`
    const job = defineJob({
      type,
      body,
      group: () => type,
      groupConcurrency,
      retry: { attempts: 2, backoff: fixed({ delayMs: 3_600_000 }) },
      run({ body: { n }, attempt }) {
        order.push(attempt === 1 ? String(n) : `${n} again`)
        if (n === 0 && attempt === 1) throw new Error('not yet')
      },
    })
    // one slot, so that what runs first is not left to chance
    const pawl = testPawl({ url: database.url, jobs: [job], queues: { [type]: { concurrency: 1 } } })
    await pawl.enqueueMany(
      job,
      [0, 1].map((n) => ({ group: 'a', n })),
    )
    await pawl.drain({ keepOpen: true })
    await advanceTime(database.url, 3_601_000)
    await pawl.drain({ keepOpen: true })
    expect(order).toEqual(expected)
    expect(await slots()).toEqual([])
  },
)

test('job.commit and a dead letter give the slot back', async () => {
  const ran: number[] = []
  const job = defineJob({
    type: 'ends',
    body,
    group: () => 'ends',
    retry: { attempts: 1 },
    async run(attempt) {
      ran.push(attempt.body.n)
      if (attempt.body.n === 0) throw new Error('dead')
      await attempt.commit(async (tx) => tx.query('select 1'))
    },
  })
  const pawl = testPawl({ url: database.url, jobs: [job] })
  await pawl.enqueueMany(
    job,
    [0, 1, 2].map((n) => ({ group: 'a', n })),
  )
  await pawl.drain({ keepOpen: true })
  expect([ran, await slots()]).toEqual([[0, 1, 2], []])
})

test('what is handed back at shutdown keeps its place before its successors', async () => {
  const { job, held, order, letAll } = holding('shutdown', 1)
  const first = testPawl({ url: database.url, jobs: [job], worker: { abortGraceMs: 1 } })
  await first.enqueueMany(
    job,
    [0, 1, 2].map((n) => ({ group: 'a', n })),
  )
  await first.start()
  await until('one runs', () => held.length === 1)
  await first.stop({ graceMs: 0 })
  letAll()
  const second = testPawl({ url: database.url, jobs: [job] })
  await second.drain({ keepOpen: true })
  expect([order, await slots(), await parked()]).toEqual([[0, 0, 1, 2], [], 0])
})

test('a limit that was raised lets the parked ones go first', async () => {
  const { job, held, order, letAll } = holding('raised', 1)
  const narrow = testPawl({ url: database.url, jobs: [job], worker: { abortGraceMs: 1 } })
  await narrow.enqueueMany(
    job,
    [0, 1, 2].map((n) => ({ group: 'a', n })),
  )
  await narrow.start()
  await until('one runs', () => held.length === 1)
  await until('two are parked', async () => (await parked()) === 2)
  await narrow.stop({ graceMs: 0 })

  const wide = testPawl({ url: database.url, jobs: [{ ...job, groupConcurrency: 2 }] })
  await wide.start()
  // the sweep may notice the wider limit before the enqueue does
  await until('the first one runs again', () => held.length >= 2)
  await wide.enqueue(job, { group: 'a', n: 3 })
  await until('a parked one runs beside it', () => held.length === 3)
  letAll()
  await wide.drain({ keepOpen: true })
  expect(order.slice(0, 3)).toEqual([0, 0, 1])
  expect(order.slice(3).sort()).toEqual([2, 3])
})
