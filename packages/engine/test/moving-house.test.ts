import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob } from '../src/index.ts'
import { migrate } from '../src/postgres/migrate.ts'
import { testDatabase } from './support/database.ts'
import { reaches } from './support/settled.ts'
import { testPawl } from './support/test-pawl.ts'

const old = testDatabase()
const fresh = testDatabase()
const ran: number[] = []
const job = defineJob({
  type: 'boxed',
  body: z.object({ n: z.number() }),
  run: (attempt) => void ran.push(attempt.body.n),
})

const tables = ['lane', 'queue', 'attempt', 'lease', 'outcome', 'later', 'dead', 'worker']
const transactionIds: Record<string, readonly string[]> = { attempt: ['xid'], lease: ['base', 'win', 'xid'] }

/** Copies the ledger as a dump without its sequences would, from a cluster whose transaction ids are a billion ahead. */
async function moveHouse(): Promise<void> {
  const ahead = (ids: string) => ids.replace(/\d+/g, (digits) => String(Number(digits) + 1_000_000_000))
  for (const table of tables) {
    for (const { row } of await old.sql(`select to_jsonb(t) as row from pawl.${table} t`)) {
      for (const column of transactionIds[table] ?? []) row[column] = ahead(String(row[column]))
      await fresh.sql(
        `insert into pawl.${table} overriding system value select * from jsonb_populate_record(null::pawl.${table}, $1::jsonb)`,
        [JSON.stringify(row)],
      )
    }
  }
}

test('a ledger restored into a younger cluster is adopted by migrate: nothing is lost, nothing runs twice', async () => {
  const before = testPawl({ url: old.url, jobs: [job] })
  const done = await before.enqueue(job, { n: 1 })
  await before.drain({ keepOpen: true })
  const waiting = await before.enqueueMany(job, [{ n: 2 }, { n: 3 }])
  const later = await before.enqueue(job, { n: 4 }, { delayMs: 1 })
  await moveHouse()

  await fresh.sql(`select setval('pawl.worker_number_seq', 1000)`)
  const after = testPawl({ url: fresh.url, jobs: [job], migrate: false })
  const refused = new Promise<string>((resolve) => {
    after.on('service.error', ({ service, error }) => service === 'claimer' && resolve((error as Error).message))
  })
  await after.start()
  expect(await refused).toMatch(/from the future/)

  await migrate(fresh.url)
  const moved = await after.enqueue(job, { n: 5 })
  for (const { id } of [...waiting, later, moved]) await reaches(after, id, 'succeeded')
  expect((await after.job(done.id))?.status).toBe('succeeded')
  expect([...ran].sort()).toEqual([1, 2, 3, 4, 5])
  expect(new Set([done, ...waiting, later, moved].map(({ id }) => id)).size).toBe(5)
})

test('a ledger that was never moved is left alone', async () => {
  const [{ foreign }] = await old.sql('select pawl.is_foreign() as foreign')
  expect(foreign).toBe(false)
})
