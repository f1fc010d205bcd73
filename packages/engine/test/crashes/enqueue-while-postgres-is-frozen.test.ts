import { createPawl, defineJob } from 'pawl'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { findOwnConnection } from '../../src/postgres/own-connection.ts'
import { ownPostgres } from '../support/own-postgres.ts'

const postgres = ownPostgres()
const body = z.object({ n: z.number().optional() })
const plain = defineJob({ type: 'plain', body, run: () => {} })
const keyed = defineJob({ type: 'keyed', body, key: ({ n }) => String(n), run: () => {} })
const unknown = defineJob({ type: 'unknown-lane', body, run: () => {} })

function makePawl(enqueueTimeoutMs: number) {
  const pawl = createPawl({ url: postgres.url, jobs: [plain, keyed, unknown], enqueueTimeoutMs })
  onTestFinished(() => pawl.stop({ graceMs: 0 }).catch(() => {}))
  return pawl
}

const late = expect.objectContaining({ code: 'enqueue-timeout' })
const codesOf = (results: PromiseSettledResult<unknown>[]) =>
  results.map((result) => (result.status === 'rejected' ? result.reason : result.value))

test('enqueue rejects in time while PostgreSQL is frozen, says what is unknown, and works on a new connection after it', async () => {
  const pawl = makePawl(2_000)
  await pawl.enqueue(plain, {})
  await pawl.enqueue(keyed, { n: 0 })
  const before = await postgres.sql(
    "select pid from pg_stat_activity where application_name in ('pawl enqueue', 'pawl keys')",
  )
  expect(before).toHaveLength(2)
  const thaw = await postgres.freeze()
  try {
    const first = [pawl.enqueue(plain, {}), pawl.enqueueMany(plain, [{}, {}]), pawl.enqueue(keyed, { n: 1 })]
    const rejected = Promise.allSettled(first)
    // this one waits behind the first, and must not wait for as long again
    await new Promise((resolve) => setTimeout(resolve, 100))
    const startedAt = performance.now()
    const second = Promise.allSettled([pawl.enqueue(plain, {}), pawl.enqueue(unknown, {})])
    expect(codesOf(await rejected)).toEqual([late, late, late])
    expect(codesOf(await second)).toEqual([late, late])
    const tookMs = performance.now() - startedAt
    expect(tookMs).toBeGreaterThan(1_900)
    expect(tookMs).toBeLessThan(3_000)
    const error = await first[0]!.catch((error) => error)
    expect(error.message).toContain('2000 ms (enqueueTimeoutMs): PostgreSQL has not answered')
    expect(error.message).toContain('may or may not have been enqueued')
    expect(findOwnConnection(error), 'a handler that called it is deferred').toBe(error)
    await expect(second.then(([, lane]) => Promise.reject((lane as PromiseRejectedResult).reason))).rejects.toThrow(
      'the job was not enqueued',
    )
  } finally {
    thaw()
  }
  const { id } = await pawl.enqueue(plain, {})
  expect(await pawl.job(id)).toMatchObject({ status: 'pending' })
  await pawl.enqueue(keyed, { n: 2 })
  await pawl.enqueue(unknown, {})
  const after = await postgres.sql(
    "select pid from pg_stat_activity where application_name in ('pawl enqueue', 'pawl keys')",
  )
  const known = new Set(before.map(({ pid }) => pid))
  expect(after.filter(({ pid }) => !known.has(pid))).toHaveLength(2)
})

test('an enqueue whose key another transaction holds rejects in time, and says that nothing was enqueued', async () => {
  // longer than PostgreSQL waits for a key
  const pawl = makePawl(2_500)
  const holder = new pg.Client({ connectionString: postgres.url })
  await holder.connect()
  try {
    await holder.query('begin')
    await pawl.enqueue(keyed, { n: 7 }, { tx: holder })
    const error = await pawl.enqueue(keyed, { n: 7 }).catch((error) => error)
    expect(error).toMatchObject({ code: 'enqueue-timeout' })
    expect(error.message).toContain('another transaction holds its key, so the job was not enqueued')
  } finally {
    await holder.end()
  }
})

test('enqueueTimeoutMs and startTimeoutMs are checked', () => {
  for (const name of ['enqueueTimeoutMs', 'startTimeoutMs']) {
    expect(() => createPawl({ url: postgres.url, jobs: [], [name]: 0 })).toThrow(`createPawl: ${name}`)
  }
})
