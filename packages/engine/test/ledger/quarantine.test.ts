import { beforeEach, expect, test } from 'vitest'
import {
  areQueuesServedElsewhere,
  enterQuarantine,
  leaveQuarantine,
  loseWorker,
  registerWorker,
  startInQuarantine,
  stopWorker,
  watchWorkers,
} from '../../src/postgres/workers.ts'
import type { Attempt } from '../../src/runtime/worker/attempt.ts'
import type { Pool } from '../../src/runtime/worker/pool.ts'
import { Quarantine } from '../../src/runtime/worker/quarantine.ts'
import { testDatabase } from '../support/database.ts'
import { gate } from '../support/gate.ts'
import { appendAttempts, TestLedger } from '../support/ledger.ts'

const database = testDatabase()
const ledger = new TestLedger(database)
const minuteMs = 60_000

beforeEach(() => database.sql('truncate pawl.worker'))

type Outcome = readonly [kind: string, detail: string | null]
const crashed: Outcome = ['crashed', '{"name": "WorkerLostError"}']

/** The next attempt of a job whose earlier ones had these outcomes. */
async function attemptAfter(outcomes: readonly Outcome[]): Promise<{ pos: number; jobPosition: number }> {
  const lane = await ledger.lane()
  const [job] = await appendAttempts(await ledger.runner.client(), lane)
  let pos = job!
  for (const [kind, detail] of outcomes) {
    await database.sql('insert into pawl.outcome (pos, kind, detail) values ($1, $2, $3)', [pos, kind, detail])
    const [next] = await database.sql(
      `insert into pawl.attempt (job_id, lane, max_attempts, body) values ($1, $2, 3, '{}') returning pos`,
      [job, lane],
    )
    pos = Number(next.pos)
  }
  return { pos, jobPosition: job! }
}

async function lose(id: string): Promise<void> {
  const { heartbeat } = (await watchWorkers(ledger.runner)).find((worker) => worker.id === id)!
  expect(await loseWorker(ledger.runner, id, heartbeat)).toBe(true)
}

test('of many workers that enter the quarantine at once one gets it', async () => {
  const workers = await Promise.all(Array.from({ length: 8 }, () => ledger.worker()))
  const entered = await Promise.all(workers.map(({ id }) => enterQuarantine(ledger.connection(), id)))
  expect(entered.filter(Boolean)).toHaveLength(1)
})

test.each([
  ['leaves it', (id: string) => leaveQuarantine(ledger.runner, id)],
  ['is given up', lose],
  ['stops', (id: string) => stopWorker(ledger.runner, id)],
])('the quarantine is free for the next worker when the one that has it %s', async (_, end) => {
  const [first, next] = [await ledger.worker(), await ledger.worker()]
  expect(await enterQuarantine(ledger.runner, first.id)).toBe(true)
  expect(await enterQuarantine(ledger.runner, next.id)).toBe(false)
  await end(first.id)
  expect(await enterQuarantine(ledger.runner, next.id)).toBe(true)
})

test('a worker that was given up neither enters the quarantine nor starts anything there', async () => {
  const { id } = await ledger.worker()
  await lose(id)
  expect(await enterQuarantine(ledger.runner, id)).toBe(false)
  expect(await startInQuarantine(ledger.runner, id, { pos: 1, jobPosition: 1 })).toBeUndefined()
})

test('the crashes of a job in a row end with a failure or with a deferral that cleared it, and with nothing else', async () => {
  const { id } = await ledger.worker()
  const scenes: [what: string, outcomes: Outcome[], crashes: number][] = [
    ['nothing yet', [], 0],
    ['two', [crashed, crashed], 2],
    ['released between', [crashed, ['deferred', null], crashed], 2],
    ['deferred between', [crashed, ['deferred', '{"name": "Deferral"}'], crashed], 2],
    ['moved between', [crashed, ['moved', null], crashed], 2],
    ['failed between', [crashed, crashed, ['retryable', '{"name": "Error"}'], crashed], 1],
    ['cleared between', [crashed, ['deferred', '{"name": "Deferral", "cleared": true}'], crashed], 1],
    ['never started', [['crashed', '{"name": "ForgottenLeaseError"}']], 0],
  ]
  for (const [what, outcomes, crashes] of scenes) {
    expect(await startInQuarantine(ledger.runner, id, await attemptAfter(outcomes)), what).toBe(crashes)
  }
})

test('the queues of a worker are served elsewhere only if others serve each of them and have a recent heartbeat', async () => {
  const { runner } = ledger
  const id = '00000000-0000-4000-8000-000000000001'
  const other = '00000000-0000-4000-8000-000000000002'
  const third = '00000000-0000-4000-8000-000000000003'
  const served = () => areQueuesServedElsewhere(runner, id, minuteMs)
  await registerWorker(runner, id, 'one', ['a', 'b'])
  expect(await served(), 'it is the only worker').toBe(false)
  await registerWorker(runner, other, 'other', ['a', 'c'])
  expect(await served(), 'none serves b').toBe(false)
  await registerWorker(runner, third, 'third', ['b'])
  expect(await served()).toBe(true)
  await database.sql(`update pawl.worker set heartbeat_at = heartbeat_at - interval '2 minutes' where id = $1`, [third])
  expect(await served(), 'it has been silent').toBe(false)
})

/** A worker with one suspect, which runs until the test ends it. What happens is in `seen`. */
async function sceneOfOneSuspect({ free = 1, crashes = 2, pollMs = 10 } = {}) {
  const { id } = await ledger.worker('suspicious')
  const seen: string[] = []
  const end = gate()
  const attempt = (await attemptAfter(Array(crashes).fill(crashed))) as Attempt
  const pool = {
    free,
    running: new Set(),
    keepSlotFree: (keep: boolean) => void seen.push(keep ? 'keeps a slot free' : 'uses all slots'),
    startApart: () => {
      seen.push('starts')
      return end.passed
    },
  }
  const windowEnd = gate()
  const quarantine = new Quarantine({
    ...{
      runner: ledger.runner,
      workerId: () => id,
      pools: [pool as unknown as Pool],
      pollMs,
      heartbeatMs: minuteMs,
    },
    lanes: () => [],
    claimOne: async () => attempt,
    release: () => void seen.push('releases'),
    pause: () => void seen.push('pauses'),
    resume: () => void seen.push('resumes'),
    onWindowEnd: () => windowEnd.open(),
  })
  const runOnce = () => quarantine.runOnce([pool as unknown as Pool])
  return { id, pool, seen, end, windowEnd, quarantine, runOnce }
}

test('while other workers serve its queues, a worker claims nothing beside a suspect until its window has ended', async () => {
  await ledger.worker('other')
  const { seen, end, runOnce, quarantine } = await sceneOfOneSuspect({ crashes: 5 })
  const round = runOnce().then(() => seen.push('claims again'))
  await expect.poll(() => seen).toEqual(['pauses', 'starts'])
  expect(quarantine.opensAt(0), 'until it has ended').toBe(Number.POSITIVE_INFINITY)
  end.open()
  await round
  expect(seen).toEqual(['pauses', 'starts', 'resumes', 'claims again'])
})

test('when no other worker serves its queues any more, a worker goes on beside a suspect', async () => {
  const other = await ledger.worker('other')
  const { seen, end, windowEnd, quarantine, runOnce } = await sceneOfOneSuspect({ crashes: 5 })
  const round = runOnce()
  await expect.poll(() => seen).toEqual(['pauses', 'starts'])
  await lose(other.id)
  await round
  expect(seen).toEqual(['pauses', 'starts', 'resumes'])
  expect(quarantine.opensAt(0), 'its window of a minute is open').toBe(Number.POSITIVE_INFINITY)
  end.open()
  await windowEnd.passed
})

test('the only worker goes on with its queues beside a suspect, and frees the quarantine when that has ended', async () => {
  const { id, seen, end, windowEnd, quarantine, runOnce } = await sceneOfOneSuspect({ crashes: 5 })
  await runOnce()
  expect(seen, 'and its handler has not returned').toEqual(['starts'])
  const suspect = async () => (await database.sql('select suspect from pawl.worker where id = $1', [id]))[0].suspect
  expect(await suspect()).not.toBeNull()
  end.open()
  await windowEnd.passed
  expect(quarantine.isPending).toBe(true)
  await quarantine.runOnce([])
  expect(await suspect()).toBeNull()
  expect(quarantine.isPending).toBe(false)
})

test('a suspect that finds no free slot waits for the next one, and the quarantine stays free meanwhile', async () => {
  const { pool, seen, end, runOnce, quarantine } = await sceneOfOneSuspect({ free: 0, pollMs: minuteMs })
  await runOnce()
  expect(seen).toEqual(['keeps a slot free'])
  expect(await enterQuarantine(ledger.runner, (await ledger.worker('other')).id)).toBe(true)
  const now = performance.now()
  expect(quarantine.opensAt(now)).toBeGreaterThan(now)
  pool.free = 1
  expect(quarantine.opensAt(now)).toBe(now)
  await runOnce()
  expect(seen, 'another worker has it').toEqual(['keeps a slot free', 'uses all slots'])
  end.open()
})
