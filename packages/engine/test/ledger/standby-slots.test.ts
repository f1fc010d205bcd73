import { expect, test } from 'vitest'
import type { Claimed } from '../../src/postgres/claim.ts'
import type { Attempt } from '../../src/runtime/worker/attempt.ts'
import type { Intake } from '../../src/runtime/worker/intake.ts'
import type { KnownLanes } from '../../src/runtime/worker/known-lanes.ts'
import type { Pool } from '../../src/runtime/worker/pool.ts'
import { Standby } from '../../src/runtime/worker/standby.ts'

type Situation = { readonly free?: number; readonly mayStart?: boolean; readonly isTaken?: boolean }

/** A worker that stands by at lane 7 by its first claim. */
async function standingBy({ free = 1, mayStart = true, isTaken = false }: Situation) {
  const seen: string[] = []
  const pool = { options: { queue: 'work', batch: 1 }, free, waiting: [], busy: false } as unknown as Pool
  let isFit = true
  let claims = 0
  const standby = new Standby({
    runner: { run: async () => (isTaken ? [] : [{ follows: '5' }]) },
    workerId: () => 'me',
    hears: () => true,
    nextClaim: () => ++claims,
    lanes: {
      get: () => ({ queue: 'work', place: 'line', source: '' }),
      bounds: { present: 1 },
    } as unknown as KnownLanes,
    pools: [pool],
    intake: {
      attempts: ({ attempts }: Claimed) => attempts,
      open: (attempts: Attempt[]) => attempts,
      offer: (_: Pool, attempts: readonly Attempt[]) => seen.push(`runs ${attempts[0]!.pos}`),
    } as unknown as Intake,
    mayStart: () => isFit || mayStart,
    handBack: ({ pos }) => void seen.push(`goes back ${pos}`),
    onError: () => {},
  })
  standby.claimed([{ lane: 7, turn: 3, claim: 1 }])
  expect(standby.dueIn(performance.now() + 1_000)).toBe(0)
  await standby.standBy()
  isFit = false
  return { standby, seen }
}

test('what is handed over runs, and is taken once', async () => {
  const { standby, seen } = await standingBy({})
  standby.handed('7 5 1 42 3 1000 {}')
  standby.handed('7 5 1 42 3 1000 {}')
  expect(seen).toEqual(['runs 42'])
})

test('what is handed over and finds no slot goes back', async () => {
  const { standby, seen } = await standingBy({ free: 0 })
  standby.handed('7 5 1 42 3 1000 {}')
  expect(seen).toEqual(['goes back 42'])
})

test('what is handed over to a worker that may start nothing goes back', async () => {
  const { standby, seen } = await standingBy({ mayStart: false })
  standby.handed('7 5 1 42 3 1000 {}')
  expect(seen).toEqual(['goes back 42'])
})

test('what was handed to a worker that this one was before is for the others', async () => {
  const { standby, seen } = await standingBy({})
  standby.forget()
  standby.handed('7 5 1 42 3 1000 {}')
  expect(seen).toEqual([])
})

test('a worker that another one was faster than tries some times, and then not until it had another job', async () => {
  const { standby } = await standingBy({ isTaken: true })
  for (let i = 0; i < 2; i++) {
    expect(standby.dueIn(performance.now() + 1_000)).toBe(0)
    await standby.standBy()
  }
  expect(standby.dueIn(performance.now() + 1_000)).toBe(Number.POSITIVE_INFINITY)
  standby.claimed([{ lane: 7, turn: 9, claim: 2 }])
  const now = performance.now()
  expect(standby.dueIn(now)).toBeGreaterThan(0)
  expect(standby.dueIn(now + 1_000)).toBe(0)
})
