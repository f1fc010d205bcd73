import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob } from '../../src/index.ts'
import { type SettlingWorker, settleSucceeded } from '../../src/postgres/settle.ts'
import { suspendAttempt, type ToSuspend } from '../../src/postgres/steps.ts'
import { advanceTime } from '../../src/testing/index.ts'
import { testDatabase } from '../support/database.ts'
import { appendAttempts, TestLedger, toSettle } from '../support/ledger.ts'
import { reaches } from '../support/settled.ts'
import { takers } from '../support/takers.ts'
import { testPawl } from '../support/test-pawl.ts'

const database = testDatabase()
const ledger = new TestLedger(database)
const hourMs = 3_600_000
const body = z.object({ n: z.number() })

describe('a suspension', () => {
  let worker: SettlingWorker
  let lane: number
  let item: ToSuspend

  beforeEach(async () => {
    worker = await ledger.worker()
    lane = await ledger.lane()
    await appendAttempts(await ledger.runner.client(), lane)
    const [taken] = toSettle(await ledger.claim(worker, lane))
    const detail = { name: 'Deferral', message: 'it waits' }
    item = { ...taken!, events: ['x'], delayMs: hourMs, detail, givesBackSlot: false }
  })

  const later = () => database.sql('select events, deferrals from pawl.later where job_id = $1', [item.pos])

  test('is an outcome: it is written once, and only by the worker that has the lease', async () => {
    expect(await suspendAttempt(ledger.runner, await ledger.worker('stranger'), item)).toBeUndefined()
    expect(await suspendAttempt(ledger.runner, worker, item)).toBe('waiting')
    expect(await suspendAttempt(ledger.runner, worker, item)).toBeUndefined()
    expect(await later()).toEqual([{ events: ['x'], deferrals: 1 }])
  })

  test.each(Object.entries(takers))('is refused after %s', async (_, take) => {
    await take(ledger.runner, item.pos, lane)
    expect(await suspendAttempt(ledger.runner, worker, item)).toBeUndefined()
    expect(await later()).toEqual([])
  })

  test('is refused when the attempt has been settled', async () => {
    await settleSucceeded(ledger.runner, worker, [item])
    expect(await suspendAttempt(ledger.runner, worker, item)).toBeUndefined()
    expect(await later()).toEqual([])
  })
})

test('a job that sleeps keeps its key, and gives it back when it has ended', async () => {
  const job = defineJob({ type: 'keyed', body, key: () => 'k', run: (job) => job.sleepUntil(hourMs) })
  const pawl = testPawl({ url: database.url, jobs: [job] })
  const { id } = await pawl.enqueue(job, { n: 1 })
  await pawl.drain({ keepOpen: true })
  expect(await pawl.enqueue(job, { n: 2 })).toMatchObject({ id, duplicate: true })
  await advanceTime(database.url, hourMs)
  await pawl.drain({ keepOpen: true })
  expect(await pawl.job(id)).toMatchObject({ status: 'succeeded' })
  expect(await pawl.enqueue(job, { n: 3 })).toMatchObject({ duplicate: false })
})

test.each([
  [1, ['scheduled', 'pending', 'pending']],
  [2, ['scheduled', 'scheduled', 'scheduled']],
])(
  'in a group of %i a job that sleeps lets others run as far as one that waits for its retry',
  async (size, states) => {
    const job = defineJob({
      type: `grouped-${size}`,
      body,
      group: () => `g${size}`,
      groupConcurrency: size,
      run: (job) => job.sleepUntil(hourMs),
    })
    const pawl = testPawl({ url: database.url, jobs: [job] })
    const ids = await pawl.enqueueMany(job, [{ n: 1 }, { n: 2 }, { n: 3 }])
    await pawl.drain({ keepOpen: true })
    expect(await Promise.all(ids.map(async ({ id }) => (await pawl.job(id))?.status))).toEqual(states)
    await pawl.start()
    for (let i = 0; i < 3; i++) {
      await advanceTime(database.url, hourMs)
      if (size === 1) await reaches(pawl, ids[i]!.id, 'succeeded')
      if (size === 1 && i < 2) await reaches(pawl, ids[i + 1]!.id, 'scheduled')
    }
    for (const { id } of ids) await reaches(pawl, id, 'succeeded')
    expect(await database.sql('select from pawl.group_slot where group_name = $1', [`g${size}`])).toEqual([])
  },
)

test('a job that waits among suspects stays one when it comes back', async () => {
  const job = defineJob({ type: 'suspect', body, run: (job) => job.sleepUntil(hourMs) })
  const pawl = testPawl({ url: database.url, jobs: [job] })
  const { id } = await pawl.enqueue(job, { n: 1 })
  const lane = await ledger.lane({ queue: 'suspect', type: 'suspect', place: 'alone' })
  await database.sql('update pawl.attempt set lane = $2 where job_id = $1', [Number(id.slice(4)), lane])
  await pawl.drain({ keepOpen: true })
  expect(await database.sql('select lane from pawl.later where job_id = $1', [Number(id.slice(4))])).toEqual([{ lane }])
})
