import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../../../tools/testing/test-database.ts'
import { Readiness } from '../src/routes/health/readiness.ts'
import { shareLook } from '../src/routes/shared/share-look.ts'
import { mail } from './support/jobs.ts'
import { readToken, testPawl, testServer } from './support/test-server.ts'
import { until } from './support/until.ts'

const database = testDatabase()

async function locked(table: string): Promise<{ release(): Promise<void> }> {
  const client = await database.pool.connect()
  await client.query(`begin; lock table ${table} in access exclusive mode`)
  let released: Promise<void> | undefined
  const release = () => {
    released ??= client.query('rollback').then(() => client.release())
    return released
  }
  onTestFinished(release)
  return { release }
}

const waitingReads = async () =>
  (
    await database.pool.query(
      `select from pg_stat_activity where datname = current_database() and application_name = 'pawl read' and wait_event_type = 'Lock'`,
    )
  ).rows.length

test('reads beyond the limit get 503 and when to come again, and writes, jobs and services go on', async () => {
  const pawl = testPawl(database, { jobs: [mail], reads: { connections: 2, waiting: 3 } })
  const { ask } = await testServer(database, { pawl })
  const lock = await locked('pawl.operation')
  const clients = new AbortController()
  const read = () => ask('/api/operations', { token: readToken, signal: clients.signal })
  const reads = [read(), read()].map((each) => each.catch((error) => (error as Error).name))
  await until('both connections are in use', async () => (await waitingReads()) === 2)
  const more = Array.from({ length: 10 }, read)
  const refused = await Promise.race(more)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
  expect(await refused.json()).toMatchObject({ code: 'reads-busy' })
  // what others do is not held up
  const job = { type: 'mail.send', body: { to: 'ada' } }
  const enqueued = ask('/api/jobs', { method: 'POST', json: job })
  await pawl.drain({ keepOpen: true })
  clients.abort()
  const ended = await Promise.all(
    more.map((each) =>
      each.then(
        ({ status }) => status,
        (error) => (error as Error).name,
      ),
    ),
  )
  expect(ended.filter((each) => each === 503).length).toBe(7)
  expect(ended.filter((each) => each === 'AbortError').length).toBe(3)
  expect(await Promise.all(reads)).toEqual(['AbortError', 'AbortError'])
  // the clients have left: PostgreSQL runs nothing for them, and the connections are free
  await until('their reads are cancelled', async () => (await waitingReads()) === 0)
  expect((await enqueued).status).toBe(202)
  await lock.release()
  expect((await ask('/api/operations')).status).toBe(200)
})

test('any number of readers of the queues costs one look after the other', async () => {
  const { ask, pawl } = await testServer(database, { pawl: { jobs: [mail] } })
  await pawl.enqueue(mail, { to: 'ada' })
  const lock = await locked('pawl.queue')
  const answers = Array.from({ length: 50 }, () => ask('/api/queues'))
  await until('one look waits', async () => (await waitingReads()) === 1)
  await lock.release()
  expect(new Set((await Promise.all(answers)).map(({ status }) => status))).toEqual(new Set([200]))
})

test('a shared look is never older than the question, and a failure is not kept', async () => {
  let looks = 0
  let end: (error?: Error) => void = () => {}
  const ask = shareLook(() => {
    const number = ++looks
    return new Promise<number>((resolve, reject) => {
      end = (error) => (error === undefined ? resolve(number) : reject(error))
    })
  })
  const first = ask()
  const second = ask()
  const third = ask()
  end()
  expect(await first).toBe(1)
  await until('the next look has begun', () => looks === 2)
  end(new Error('away'))
  await expect(second).rejects.toThrow('away')
  await expect(third).rejects.toThrow('away')
  const fourth = ask()
  end()
  expect([await fourth, looks]).toEqual([3, 3])
})

test('it is not ready while a background service does not run', async () => {
  const pawl = testPawl(database)
  await pawl.start()
  const readiness = new Readiness(pawl, { lateAfterMs: 200 })
  expect(await readiness.ask()).toEqual({ status: 'ready' })
  const lock = await locked('pawl.later')
  const late = await until('the service is late that the lock stops', async () => {
    const answer = await readiness.ask()
    return 'services' in answer && answer.services.includes('line-up') && answer
  })
  expect(late).toMatchObject({ status: 'not-ready', reason: 'services-late' })
  await lock.release()
  await until('it is ready again', async () => (await readiness.ask()).status === 'ready')
})
