import { expect, test, vi } from 'vitest'
import type { Claimed } from '../../src/postgres/claim.ts'
import type { Statement } from '../../src/postgres/statement.ts'
import type { Attempt } from '../../src/runtime/worker/attempt.ts'
import type { Intake } from '../../src/runtime/worker/intake.ts'
import type { KnownLanes } from '../../src/runtime/worker/known-lanes.ts'
import type { Pool } from '../../src/runtime/worker/pool.ts'
import { Standby } from '../../src/runtime/worker/standby.ts'

type Situation = {
  readonly free?: number
  readonly mayStart?: boolean
  readonly isTaken?: boolean
  readonly found?: object[]
  /** What has followed, or why nobody can tell. */
  readonly followed?: () => object[]
  readonly standDown?: (lane: number) => object[]
}

/** What is told of a job that was handed over: by claim 1, and some chance above its 32 bits. */
const handed = `7 5 ${1 + 77 * 2 ** 32} 42 3 1000 {}`

/** A worker that stands by at lane 7 by its first claim. */
async function standingBy(situation: Situation) {
  const {
    free = 1,
    mayStart = true,
    isTaken = false,
    found = [],
    followed = () => [],
    standDown = () => [],
  } = situation
  const seen: string[] = []
  let isCut = false
  const answers: Record<string, (values: readonly unknown[]) => object[]> = {
    pawl_stand_by: () => {
      if (isCut) throw new Error('the connection is lost')
      return isTaken ? [] : [{ follows: '5' }]
    },
    pawl_standing_find: () => found,
    pawl_standby_followed: followed,
    pawl_stand_down_if_free: () => [],
    pawl_stand_down: ([, lane]) => standDown(lane as number),
  }
  const pool = { options: { queue: 'work', batch: 1 }, free: 1, waiting: [], busy: false }
  let isFit = true
  let claims = 0
  const standby = new Standby({
    runner: { run: async ({ name }: Statement, values = []) => answers[name]!(values) as never },
    workerId: () => 'me',
    hears: () => true,
    nextClaim: () => ++claims,
    pollMs: 1_000,
    lanes: {
      get: () => ({ queue: 'work', place: 'line', source: '' }),
      bounds: { present: 1 },
    } as unknown as KnownLanes,
    pools: [pool as unknown as Pool],
    intake: {
      attempts: ({ attempts }: Claimed) => attempts,
      open: (attempts: Attempt[]) => attempts,
      offer: (_: Pool, attempts: readonly Attempt[]) => seen.push(`runs ${attempts[0]!.pos}`),
    } as unknown as Intake,
    mayStart: () => isFit || mayStart,
    handBack: ({ pos }) => void seen.push(`goes back ${pos}`),
    onError: (error) => void seen.push((error as Error).message),
  })
  await standby.look()
  standby.claimed([{ lane: 7, turn: 3, claim: 1 }])
  expect(standby.dueIn(performance.now() + 1_000)).toBe(0)
  await standby.standBy()
  isFit = false
  pool.free = free
  const cut = () => {
    isCut = true
  }
  return { standby, seen, pool, cut }
}

test('what is handed over runs, and is taken once', async () => {
  const { standby, seen } = await standingBy({})
  standby.handed(handed)
  standby.handed(handed)
  expect(seen).toEqual(['runs 42'])
})

test('what is handed over and finds no slot goes back', async () => {
  const { standby, seen } = await standingBy({ free: 0 })
  standby.handed(handed)
  expect(seen).toEqual(['goes back 42'])
})

test('what is handed over to a worker that may start nothing goes back', async () => {
  const { standby, seen } = await standingBy({ mayStart: false })
  standby.handed(handed)
  expect(seen).toEqual(['goes back 42'])
})

test('what is handed over while a suspect runs goes back', async () => {
  const { standby, seen } = await standingBy({})
  standby.refuse(true)
  standby.handed(handed)
  expect(seen).toEqual(['goes back 42'])
})

/** The runner of these tests answers at once. */
const answered = () => new Promise(setImmediate)
const found = {
  standing: 1,
  lane: 7,
  turn: 5,
  claim: 1 + 77 * 2 ** 32,
  pos: 42,
  max_attempts: 3,
  body: '{}',
  settled: false,
}

test.each([
  ['it may start', {}, 'runs 42'],
  ['it may start nothing', { mayStart: false }, 'goes back 42'],
])('what is heard of after nobody has looked for long is looked for at once: %s', async (_, situation, then) => {
  const { standby, seen } = await standingBy({ ...situation, followed: () => [found] })
  const later = performance.now() + 60_000
  vi.spyOn(performance, 'now').mockReturnValue(later)
  standby.handed(handed)
  vi.restoreAllMocks()
  expect(seen, 'others may have it by now').toEqual([])
  await answered()
  expect(seen).toEqual([then])
})

test('a worker without a free slot does not stand by', async () => {
  const { standby, pool } = await standingBy({})
  standby.claimed([{ lane: 7, turn: 9, claim: 2 }])
  expect(standby.dueIn(performance.now() + 1_000)).toBe(0)
  pool.free = 0
  expect(standby.dueIn(performance.now() + 1_000)).toBe(Number.POSITIVE_INFINITY)
})

test('what another release has told is left to a look', async () => {
  const { standby, seen } = await standingBy({})
  standby.handed('2 7:5:1 42')
  expect(seen).toEqual([])
})

test('the leases by which it stands by are told, so that others leave them to it', async () => {
  const { standby } = await standingBy({})
  expect(standby.leases).toEqual([{ lane: 7, turn: 5 }])
})

test.each([
  ['it does', [{ follows: '11' }], [{ lane: 7, turn: 11 }]],
  ['it does not', [], []],
])('where the answer was lost a look finds out whether it stands by: %s', async (_, found, leases) => {
  const { standby, cut } = await standingBy({ found })
  standby.claimed([{ lane: 7, turn: 5, claim: 2 }])
  cut()
  await expect(standby.standBy()).rejects.toThrow('the connection is lost')
  expect(standby.leases, 'as far as is known').toEqual([{ lane: 7, turn: 0 }])
  await standby.look()
  expect(standby.leases).toEqual(leases)
})

test('what was handed to a worker that this one was before is for the others', async () => {
  const { standby, seen } = await standingBy({})
  standby.forget()
  standby.handed(handed)
  expect(seen).toEqual([])
})

test('a worker that another one was faster than tries some times, and then not until it had another job', async () => {
  const { standby } = await standingBy({ isTaken: true })
  for (let i = 0; i < 2; i++) {
    expect(standby.dueIn(performance.now() + 1_000)).toBe(0)
    await standby.standBy()
  }
  expect(standby.dueIn(performance.now() + 1_000)).toBe(Number.POSITIVE_INFINITY)
  const now = performance.now()
  standby.claimed([{ lane: 7, turn: 9, claim: 2 }])
  expect(standby.dueIn(now)).toBeGreaterThan(0)
  expect(standby.dueIn(performance.now() + 1_000)).toBe(0)
})

test('a worker that leaves stands down at all its lanes and looks, also where one of them is held', async () => {
  const { standby, seen } = await standingBy({
    followed: () => [found],
    standDown: (lane) => {
      seen.push(`stands down at ${lane}`)
      if (lane === 7) throw new Error('it is held')
      return [{}]
    },
  })
  // a claim elsewhere, which found this lane held
  standby.claimed([{ lane: 8, turn: 3, claim: 2 }])
  await standby.standBy()
  await standby.leave()
  expect(seen).toEqual(['stands down at 7', 'it is held', 'stands down at 8', 'runs 42'])
})
