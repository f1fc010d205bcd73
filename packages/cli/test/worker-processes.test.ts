import { createPawl } from 'pawl'
import { afterAll, expect, test } from 'vitest'
import { countDeath, restartDelay } from '../src/up/restart-delay.ts'
import { greet, wait } from './fixtures/project/jobs.ts'
import { testDatabase } from './support/database.ts'
import { isAlive } from './support/is-alive.ts'
import { livePawl } from './support/pawl-process.ts'
import { until } from './support/until.ts'

const database = testDatabase()
const engine = createPawl({ url: database.url, jobs: [greet, wait], migrate: false })
afterAll(() => engine.stop())

const env = { DATABASE_URL: database.url, PAWL_TOKEN: 'a-token-for-tests-only', PORT: '0' }
const started = /worker started worker=(\d) pid=(\d+)/

function pidsOf(lines: readonly string[]): number[] {
  return lines.flatMap((line) => started.exec(line)?.[2] ?? []).map(Number)
}

/** Several processes start and end in one test, which takes a busy machine its time. */
const timeout = 300_000

test('a worker that is killed is started again, and what it ran is run by another', { timeout }, async () => {
  const up = livePawl(['up', '--log-level', 'info', '--workers', '2'], { env })
  await until('both work', () => up.count(/\[\d\] .*worker\.start /) === 2)
  const { id } = await engine.enqueue(wait, {})
  await until('it runs', async () => (await engine.job(id))?.status === 'running')
  const runner = Number(/-(\d+)-/.exec((await engine.job(id))!.lockedBy!)![1])
  expect(pidsOf(up.lines)).toContain(runner)
  process.kill(runner, 'SIGKILL')
  await up.said(
    new RegExp(`error worker was ended by SIGKILL; it is started again worker=\\d pid=${runner} restartMs=500`),
  )
  await until('a third one works', () => up.count(/\[\d\] .*worker\.start /) === 3)
  await up.said(/job\.reclaim/)
  await engine.cancel(id)
  const { id: next } = await engine.enqueue(greet, { name: 'Ada' })
  expect(await engine.result(next)).toBe('Hello Ada')
  up.signal('SIGINT')
  expect(await up.ended).toBe(0)
  expect(pidsOf(up.lines)).toHaveLength(3)
  expect(pidsOf(up.lines).filter(isAlive)).toEqual([])
})

test('workers end by themselves when whoever started them is killed', async () => {
  const up = livePawl(['up', '--log-level', 'info', '--workers', '1'], { env })
  await up.said(/\[1\] .*worker\.start /)
  const [pid] = pidsOf(up.lines)
  up.signal('SIGKILL')
  await up.ended
  await until('the worker has ended', () => !isAlive(pid!))
})

test.each([
  { how: 'when its time is over', again: false },
  { how: 'at once when it is told again', again: true },
])('a worker that does not answer is killed $how', { timeout }, async ({ again }) => {
  const up = livePawl(['up', '--log-level', 'info', '--workers', '1'], { env })
  await up.said(/\[1\] .*worker\.start /)
  const [pid] = pidsOf(up.lines)
  process.kill(pid!, 'SIGSTOP')
  up.signal('SIGINT')
  await up.said(/^ {2}stopping /)
  if (again) up.signal('SIGINT')
  expect(await up.ended).toBe(0)
  expect(isAlive(pid!)).toBe(false)
})

test('a process that keeps dying is started less and less often, until it has lived for a while', () => {
  expect([1, 2, 3, 7, 20].map(restartDelay)).toEqual([500, 1_000, 2_000, 30_000, 30_000])
  expect(countDeath(5, 1_000)).toBe(6)
  expect(countDeath(5, 120_000)).toBe(1)
})
