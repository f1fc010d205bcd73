import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob } from '../../src/index.ts'
import { clientRunner } from '../../src/postgres/client-runner.ts'
import type { Lane } from '../../src/postgres/lanes.ts'
import { writeProgress } from '../../src/postgres/progress.ts'
import { settleSucceeded } from '../../src/postgres/settle.ts'
import { Events, type PawlEvents } from '../../src/runtime/events.ts'
import { Attempt } from '../../src/runtime/worker/attempt.ts'
import { ProgressWriter } from '../../src/runtime/worker/progress-writer.ts'
import { testDatabase } from '../support/database.ts'
import { appendAttempts, TestLedger } from '../support/ledger.ts'
import { passFence } from '../support/openings.ts'
import { reaches } from '../support/settled.ts'
import { takers } from '../support/takers.ts'
import { testPawl } from '../support/test-pawl.ts'
import { until } from '../support/until.ts'

const database = testDatabase()
const ledger = new TestLedger(database)
const body = z.object({})
const definition = defineJob({ type: 'reports', body, run: () => {} })

/** A running attempt, and a writer of its progress that counts what it sends and never writes by itself again. */
async function scene() {
  const worker = await ledger.worker()
  const lane = await ledger.lane()
  await appendAttempts(await ledger.runner.client(), lane)
  const { lease, attempts } = (await ledger.claim(worker, lane)).claimed[0]!
  const about = { id: lane, type: 'reports' } as Lane
  const attempt = new Attempt(attempts[0]!, definition, about, { ...lease, origin: undefined, open: 1 }, 0)
  let sent = 0
  const errors: PawlEvents['service.error'][] = []
  const events = new Events()
  events.on('service.error', (event) => void errors.push(event))
  const runner: typeof ledger.runner.run = (statement, values) => {
    if (statement.name === 'pawl_progress_write') sent++
    return ledger.runner.run(statement, values)
  }
  const writer = new ProgressWriter({ run: runner }, () => worker, events, 1e9)
  const shown = async () =>
    (await database.sql('select value from pawl.progress where job_id = $1', [attempt.pos]))[0]?.value
  return { worker, lane, attempt, writer, errors, shown, sent: () => sent }
}

test('of a thousand reports the first and the last are written', async () => {
  const { writer, attempt, shown, sent } = await scene()
  for (let n = 1; n <= 1_000; n++) writer.report(attempt, { done: n, total: 1_000 })
  await until('the first is shown', async () => ((await shown()) as { done?: number })?.done === 1)
  await writer.end(attempt)
  expect(await shown()).toEqual({ done: 1_000, total: 1_000 })
  expect(sent()).toBe(2)
})

test('what was reported last is written before the attempt is settled, after what was under way', async () => {
  const { writer, attempt, shown, worker } = await scene()
  writer.report(attempt, 1)
  writer.report(attempt, 2)
  await writer.end(attempt)
  await settleSucceeded(ledger.runner, worker, [{ pos: attempt.pos, lease: attempt.lease, durationMs: 1 }])
  expect(await shown()).toBe(2)
})

test.each([
  ['reclaimed', 'lease-lost', takers.reclaim],
  ['cancelled', 'cancelled', takers.cancel],
])('an attempt that was %s writes no progress, and its signal fires', async (_, code, take) => {
  const { writer, attempt, shown, sent, lane } = await scene()
  await take(ledger.runner, attempt.pos, lane)
  writer.report(attempt, 'from the grave')
  await until('it has learned of it', () => attempt.signal.aborted)
  expect(attempt.signal.reason).toMatchObject({ code })
  writer.report(attempt, 'and again')
  expect(sent()).toBe(1)
  expect(await shown()).toBeUndefined()
})

test('a report after the own commit is refused, and nobody is alarmed', async () => {
  const { writer, attempt, shown, worker, errors } = await scene()
  expect(await passFence(ledger.runner, { worker, lease: attempt.lease, pos: attempt.pos, idleMs: 0 })).toBe(true)
  writer.report(attempt, 'late')
  await writer.end(attempt)
  expect(attempt.signal.aborted).toBe(false)
  expect(errors).toEqual([])
  expect(await shown()).toBeUndefined()
})

test('a handler that goes on reporting after its attempt has ended is not heard', async () => {
  const { writer, attempt, shown, sent } = await scene()
  writer.report(attempt, 'in time')
  await writer.end(attempt)
  writer.report(attempt, 'too late')
  expect(await shown()).toBe('in time')
  expect(sent()).toBe(1)
})

test('progress that cannot be kept is refused where it is reported', async () => {
  const job = defineJob({
    type: 'unstorable',
    body,
    run(job) {
      job.progress({ total: 1n })
    },
  })
  const pawl = testPawl({ url: database.url, jobs: [job] })
  await pawl.start()
  const { id } = await pawl.enqueue(job, {})
  const { error } = await reaches(pawl, id, 'failed')
  expect(error).toMatchObject({
    code: 'invalid-result',
    message: expect.stringContaining(
      "the progress of 'unstorable' cannot be kept: at total: JSON cannot carry a BigInt",
    ),
  })
})

test('a report while somebody is taking the attempt away waits for nobody, and comes again when that is undone', async () => {
  const { writer, attempt, shown, sent } = await scene()
  const thief = await database.connect()
  await thief.query('begin')
  await takers.cancel(clientRunner(thief, false), attempt.pos, 0)
  writer.report(attempt, 'held up')
  await until('it was sent', () => sent() === 1)
  expect(await ledger.runner.run({ name: '', text: 'select 1 as one' }), 'its connection is free').toEqual([{ one: 1 }])
  expect(attempt.signal.aborted).toBe(false)
  await thief.query('rollback')
  await writer.end(attempt)
  expect(await shown()).toBe('held up')
})

test('progress is refused to a worker that has lost its lease, strictly: not even while the outcome is being written', async () => {
  const { worker, attempt, shown } = await scene()
  const stranger = await ledger.worker('stranger')
  expect(await writeProgress(ledger.runner, stranger, attempt, '1')).toBe('lost')
  const thief = await database.connect()
  await thief.query('begin')
  await takers.cancel(clientRunner(thief, false), attempt.pos, 0)
  expect(await writeProgress(ledger.runner, worker, attempt, '1')).toBe('busy')
  await thief.query('commit')
  expect(await writeProgress(ledger.runner, worker, attempt, '1')).toBe('lost')
  expect(await shown()).toBeUndefined()
})

test('a reclaim waits for progress that is being written', async () => {
  const { worker, lane, attempt, shown } = await scene()
  const [owner, thief] = [await database.connect(), await database.connect()]
  await owner.query('begin')
  expect(await writeProgress(clientRunner(owner, false), worker, attempt, '1')).toBe('written')
  const reclaim = () => takers.reclaim(clientRunner(thief, false), attempt.pos, lane)
  await expect(reclaim()).rejects.toMatchObject({ code: '55P03' })
  await owner.query('commit')
  await reclaim()
  expect(await shown()).toBe(1)
})
