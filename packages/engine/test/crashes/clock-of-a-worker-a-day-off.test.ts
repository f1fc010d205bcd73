import { expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { testPawl } from '../support/test-pawl.ts'
import { until } from '../support/until.ts'
import { startWorker } from '../support/worker-process.ts'
import { tick } from './fixtures/tick.ts'

const database = testDatabase()
const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs

test.each([
  ['ahead', dayMs],
  ['behind', -dayMs],
])(
  'a worker whose clock is a day %s keeps to schedules, retries and reclaims as if it were right',
  async (name, clockOffMs) => {
    const { url } = database
    const pawl = testPawl({ url, jobs: [tick] })
    const ended = (id: string) =>
      until(`${id} has succeeded`, async () => {
        const job = await pawl.job(id)
        return job?.status === 'succeeded' && job
      })
    const soonest = Date.now()
    const normal = await startWorker({ url, name: `${name}-normal`, jobs: 'tick' })
    const { id: held } = await pawl.enqueue(tick, { holdIn: `${name}-normal` })
    await normal.said('ran', { id: held })

    const off = await startWorker({ url, name, jobs: 'tick', clockOffMs })
    const { id: inAnHour } = await pawl.enqueue(tick, {}, { runAt: new Date(soonest + hourMs) })
    const { id: soon } = await pawl.enqueue(tick, {}, { delayMs: 300 })
    const { id: inTime } = await pawl.enqueue(tick, {}, { startBefore: new Date(soonest + hourMs) })
    const { id: retried } = await pawl.enqueue(tick, { failsFirst: true })
    // with this gone, all that follows is done by the worker whose clock is off
    await normal.kill()

    for (const id of [soon, inTime, retried, held]) {
      const { finishedAt, createdAt } = await ended(id)
      expect(Math.abs(finishedAt!.getTime() - Date.now())).toBeLessThan(hourMs)
      expect(Math.abs(createdAt.getTime() - Date.now())).toBeLessThan(hourMs)
    }
    const { now } = await off.said('ran', { id: held })
    expect(Math.abs(Number(now) - clockOffMs - Date.now())).toBeLessThan(hourMs)
    expect((await pawl.attempts(held))[0]).toMatchObject({ outcome: 'crashed', worker: `${name}-normal` })

    const failed = (await pawl.attempts(retried)).find(({ outcome }) => outcome === 'retryable')
    const again = (await pawl.attempts(retried)).at(-1)
    const waitedMs = again!.runAt.getTime() - failed!.settledAt!.getTime()
    expect(waitedMs).toBeGreaterThanOrEqual(499)
    expect(waitedMs).toBeLessThan(hourMs)
    expect(await pawl.job(inAnHour)).toMatchObject({ status: 'scheduled' })
    expect(off.count('ran', { id: inAnHour })).toBe(0)
    await pawl.cancel(inAnHour)
  },
)
