import { beforeEach, expect, test } from 'vitest'
import { startServer } from '../http/misbehaving-server.ts'
import { testDatabase } from '../support/database.ts'
import { gate } from '../support/gate.ts'
import { until } from '../support/until.ts'
import { spawnFetcher } from './support/spawn-fetcher.ts'
import { pass } from './support/test-cache.ts'

const database = testDatabase()

beforeEach(() => database.sql('truncate pawl.cache_entry, pawl.cache_flight'))

/** Until so many processes have looked for what they want, or tried to take the flight, from now on. */
async function lookedAgain(processes: number): Promise<void> {
  const [{ now }] = await database.sql('select clock_timestamp() as now')
  const looked = async () => {
    const [{ count }] = await database.sql(
      `select count(*)::int as count from pg_stat_activity
        where datname = current_database() and application_name = 'pawl test cache' and query like '%pawl.cache_flight%' and query_start > $1`,
      [now],
    )
    return count === processes
  }
  await until(`${processes} processes have looked`, looked)
}

test('twenty calls in four processes for the same URL are one request', async () => {
  const answer = gate()
  const server = await startServer(async (response) => {
    await answer.passed
    response.end('x')
  })
  const options = { database: database.url, url: `${server.origin}/?key=secret`, times: 5, timeoutMs: 600_000 }
  const fetchers = await Promise.all(Array.from({ length: 4 }, () => spawnFetcher(options)))
  for (const fetcher of fetchers) fetcher.go()
  await until('it is asked', () => server.received.length > 0)
  await lookedAgain(3)
  answer.open()
  await Promise.all(fetchers.map(({ ended }) => ended))
  const told = fetchers.flatMap((fetcher) => fetcher.told)
  const answers = told.filter(({ what }) => what === 'answer')
  expect(answers.map(({ cached }) => cached).sort()).toEqual([...Array(19).fill('fresh'), 'no'])
  expect(answers.every(({ text }) => text === 'x')).toBe(true)
  expect([server.received.length, told.filter(({ what }) => what === 'hit').length]).toEqual([1, 19])
})

test('when the one that calls is killed with -9, another one takes over once its time is over', async () => {
  const server = await startServer((response) => {
    if (server.received.length > 1) response.end('x')
  })
  const options = { database: database.url, url: server.origin, times: 1, timeoutMs: 600_000 }
  const [killed, ...others] = await Promise.all(Array.from({ length: 3 }, () => spawnFetcher(options)))
  killed!.go()
  await until('it is asked', () => server.received.length === 1)
  await killed!.kill()
  for (const other of others) other.go()
  await lookedAgain(2)
  await pass(database, 300_000)
  await lookedAgain(2)
  expect(server.received, 'its time is not over').toHaveLength(1)
  await pass(database, 400_000)
  await Promise.all(others.map(({ ended }) => ended))
  const answers = others.flatMap(({ told }) => told).filter(({ what }) => what === 'answer')
  expect(answers.map(({ cached }) => cached).sort()).toEqual(['fresh', 'no'])
  expect(server.received).toHaveLength(2)
})
