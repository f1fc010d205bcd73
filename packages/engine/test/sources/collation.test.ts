import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { claim } from '../../src/postgres/claim.ts'
import { Connection } from '../../src/postgres/connection.ts'
import { findOrMakeLane } from '../../src/postgres/lanes.ts'
import { migrate } from '../../src/postgres/migrate.ts'
import { declareSources, tellSources } from '../../src/postgres/sources.ts'
import { registerWorker } from '../../src/postgres/workers.ts'
import { defineSource } from '../../src/source/define-source.ts'

const names = ['B', 'a', 'c', 'D']

async function admin<T>(run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: inject('adminUrl') })
  await client.connect()
  try {
    return await run(client)
  } finally {
    await client.end()
  }
}

/** A database in which a comes before B, which is not the order of their bytes; undefined where there is no such. */
async function sortedByLanguage(): Promise<string | undefined> {
  // like the databases of other tests, so that one whose run was killed is removed by the next
  const name = `${inject('template').replace('template', 'test')}_collation_${process.pid}`
  const isMade = await admin(async (client) => {
    const { rows } = await client.query(`select current_setting('server_version_num')::int >= 150000 as can`)
    if (rows[0].can) {
      await client.query(`create database ${name} template template0 encoding utf8 locale_provider icu icu_locale 'en'`)
    }
    return rows[0].can
  })
  if (!isMade) return undefined
  onTestFinished(() => admin(async (client) => void (await client.query(`drop database ${name} with (force)`))))
  const url = new URL(inject('adminUrl'))
  url.pathname = `/${name}`
  return url.href
}

test('claims and those who tell of sources lock them in the same order, whatever the language of the database', async (context) => {
  const url = await sortedByLanguage()
  if (url === undefined) return context.skip('before PostgreSQL 15 no database has a collation of ICU')
  await migrate(url)
  const [claims, tells] = ['claim', 'tell'].map((name) => new Connection({ url, name, prepare: true })) as [
    Connection,
    Connection,
  ]
  onTestFinished(async () => void (await Promise.all([claims.close(), tells.close()])))
  await declareSources(
    claims,
    names.map((name) => defineSource({ name, requestsPerMinute: 1e9, burst: 1e6 })),
  )
  const worker = randomUUID()
  await registerWorker(claims, worker, 'worker', ['work'])
  const key = { queue: 'work', type: 'type', version: 1, priority: 5, place: 'line' } as const
  const lanes = await Promise.all(names.map((source) => findOrMakeLane(claims, { ...key, source })))
  const pool = {
    queue: 'work',
    limit: 10,
    free: 10,
    startRate: undefined,
    lanes: lanes.map((lane) => ({ ...lane, rank: 0 })),
  }
  const told = [...names].sort().map((source) => ({ source, kind: 'returned', ms: 0 }) as const)
  const rounds = Array.from({ length: 300 }, (_, round) => round)
  const claiming = async () => {
    for (const round of rounds) await claim(claims, { worker, claim: round + 1, pools: [pool] })
  }
  const telling = async () => {
    for (const _ of rounds) await tellSources(tells, told)
  }
  expect(await Promise.allSettled([claiming(), telling()])).toMatchObject([
    { status: 'fulfilled' },
    { status: 'fulfilled' },
  ])
})
