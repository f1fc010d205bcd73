import { afterEach, expect, test, vi } from 'vitest'
import { isHandable } from '../src/postgres/enqueue.ts'
import type { NewJob } from '../src/postgres/new-job.ts'
import { Handing } from '../src/runtime/handing.ts'

const plain: NewJob = {
  ...{ type: 'plain', queue: 'plain', lane: 1, source: '', body: '{}', maxAttempts: 3 },
  ...{ startBefore: null, trace: null, runAt: null, delayMs: null, id: null },
}

afterEach(() => {
  vi.restoreAllMocks()
})

/** One that knows where lines are, and a clock that goes on by so much with each enqueue. */
async function handingEach(ms: number) {
  let now = 1_000_000
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const handing = new Handing({ run: async () => [{ from: 0, newest: 0, beyond: 1_000_000, present: 1 }] as never })
  const looks = (job: NewJob) => {
    now += ms
    return handing.boundsFor(job, performance.now()) !== undefined
  }
  looks(plain)
  await new Promise(setImmediate)
  return { handing, looks }
}

test.each<[string, Partial<NewJob>]>([
  ['calls a source, in whose lanes nobody stands by', { source: 'mangadex' }],
  ['has to start before some time', { startBefore: new Date() }],
  ['has a trace', { trace: '00-1-1-01' }],
  ['is told to nobody', { silent: true }],
  ['has a delay', { delayMs: 5 }],
  ['is too large for a notification', { body: JSON.stringify('x'.repeat(8_000)) }],
])('a job is not handed over that %s', async (_, part) => {
  expect(isHandable(plain)).toBe(true)
  expect(isHandable({ ...plain, ...part })).toBe(false)
  const { looks } = await handingEach(20)
  expect(looks(plain)).toBe(true)
  expect(looks({ ...plain, ...part })).toBe(false)
})

test('a job that follows others closely is not handed over, whatever those were', async () => {
  const { handing, looks } = await handingEach(20)
  handing.passOver(performance.now() + 15)
  expect([looks(plain), looks(plain)]).toEqual([false, true])
})

test('where nobody has stood by it is tried now and then, and of many such lanes those of long ago are forgotten', async () => {
  const { handing, looks } = await handingEach(20)
  const miss = (lane: number) => {
    for (let i = 0; i < 3; i++) handing.told(lane, 1, false)
  }
  miss(1)
  expect(looks(plain)).toBe(false)
  for (let i = 0; i < 4; i++) looks(plain)
  expect(looks(plain)).toBe(true)
  miss(1)
  for (let lane = 2; lane <= 1_001; lane++) miss(lane)
  expect(looks(plain)).toBe(true)
  expect(looks({ ...plain, lane: 1_001 })).toBe(false)
})
