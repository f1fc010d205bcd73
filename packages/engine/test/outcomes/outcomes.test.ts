import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob } from '../../src/index.ts'
import { testDatabase } from '../support/database.ts'
import { gate } from '../support/gate.ts'
import { leastBlocksOf } from '../support/plans.ts'
import { testPawl } from '../support/test-pawl.ts'
import { until } from '../support/until.ts'

const database = testDatabase()
const note = defineJob({
  type: 'note',
  body: z.object({ fail: z.boolean() }),
  retry: { attempts: 1 },
  run(job) {
    if (job.body.fail) throw new TypeError('as it was told')
  },
})

test('what attempts came to is told once, to any process that has the cursor', async () => {
  const pawl = testPawl({ url: database.url, jobs: [note] })
  const { cursor, ...first } = await pawl.ledger.outcomes()
  expect(first).toEqual({ counts: [], runs: [], outcomes: [], left: 0, missed: false })
  const ids = (await pawl.enqueueMany(note, [{ fail: false }, { fail: true }, { fail: false }])).map(({ id }) => id)
  await pawl.drain({ keepOpen: true })
  const other = testPawl({ url: database.url, jobs: [] })
  const told = await other.ledger.outcomes({ after: cursor })
  expect(told.counts).toEqual([
    { queue: 'note', type: 'note', outcome: 'failed', errorClass: 'retryable', count: 1 },
    { queue: 'note', type: 'note', outcome: 'succeeded', errorClass: null, count: 2 },
  ])
  expect(told.outcomes.map(({ id }) => id).sort()).toEqual([...ids].sort())
  const failed = told.outcomes.find(({ outcome }) => outcome === 'failed')
  expect(failed).toMatchObject({ id: ids[1], attempt: 1, error: { name: 'TypeError', message: 'as it was told' } })
  expect(failed!.error).not.toHaveProperty('stack')
  expect((await pawl.ledger.outcomes({ after: told.cursor })).counts).toEqual([])
  // the same cursor tells the same again: a reader that was cut off loses nothing
  expect((await pawl.ledger.outcomes({ after: cursor })).counts).toEqual(told.counts)
})

test('an outcome whose transaction was open while others were told is told when it has committed', async () => {
  const [entered, leave] = [gate(), gate()]
  const slow = defineJob({
    type: 'slow',
    body: z.object({}),
    async run(job) {
      await job.commit(async (tx) => {
        await tx.query('select 1')
        entered.open()
        await leave.passed
      })
    },
  })
  const pawl = testPawl({ url: database.url, jobs: [slow, note] })
  const before = await pawl.ledger.outcomes()
  const { id } = await pawl.enqueue(slow, {})
  await pawl.start()
  await entered.passed
  const { id: quick } = await pawl.enqueue(note, { fail: false })
  await pawl.result(quick)
  const meanwhile = await pawl.ledger.outcomes({ after: before.cursor })
  expect(meanwhile.outcomes.map((each) => each.id)).toEqual([quick])
  leave.open()
  await pawl.result(id)
  const after = await pawl.ledger.outcomes({ after: meanwhile.cursor })
  expect(after.outcomes.map((each) => each.id)).toEqual([id])
})

test('a reader that was cut off catches up with the others, and with no more than they were told', async () => {
  const pawl = testPawl({ url: database.url, jobs: [note] })
  const [begin, first] = [await pawl.ledger.outcomes(), await pawl.enqueue(note, { fail: false })]
  await pawl.drain({ keepOpen: true })
  const others = await pawl.ledger.outcomes({ after: begin.cursor })
  await pawl.enqueue(note, { fail: false })
  await pawl.drain({ keepOpen: true })
  const caughtUp = await pawl.ledger.outcomes({ after: begin.cursor, until: others.cursor })
  expect(caughtUp.outcomes.map(({ id }) => id)).toEqual([first.id])
  expect(caughtUp.cursor).toBe(others.cursor)
})

test('how long attempts have waited is told by their claims', async () => {
  const late = defineJob({ type: 'late', body: z.object({}), run: () => {} })
  const pawl = testPawl({ url: database.url, jobs: [late] })
  let { cursor } = await pawl.ledger.waits()
  await pawl.enqueueMany(late, [{}, {}])
  await pawl.drain({ keepOpen: true })
  const look = async () => {
    const told = await pawl.ledger.waits({ after: cursor })
    cursor = told.cursor
    return told.waits.filter(({ type }) => type === 'late').flatMap(({ waitsMs }) => waitsMs)
  }
  const all: number[] = []
  await until('both are told', async () => {
    all.push(...(await look()))
    return all.length >= 2
  })
  expect(all).toHaveLength(2)
  for (const ms of all) expect(ms).toBeGreaterThanOrEqual(0)
  expect(await look()).toEqual([])
})

test('dead letters are counted by queue', async () => {
  const pawl = testPawl({ url: database.url, jobs: [note] })
  const before = (await pawl.deadLetters.counts()).find(({ queue }) => queue === 'note')?.count ?? 0
  const { id } = await pawl.enqueue(note, { fail: true })
  await pawl.drain({ keepOpen: true })
  expect(await pawl.deadLetters.counts()).toContainEqual({ queue: 'note', count: before + 1 })
  await pawl.deadLetters.discard([id])
  expect((await pawl.deadLetters.counts()).find(({ queue }) => queue === 'note')?.count ?? 0).toBe(before)
})

test('many are counted, and the newest of them named', async () => {
  const pawl = testPawl({ url: database.url, jobs: [note] })
  const { cursor } = await pawl.ledger.outcomes()
  const enqueued = await pawl.enqueueMany(
    note,
    Array.from({ length: 50 }, () => ({ fail: false })),
  )
  await pawl.drain({ keepOpen: true })
  const told = await pawl.ledger.outcomes({ after: cursor, limit: 10 })
  expect(told).toMatchObject({ left: 40, counts: [{ count: 50 }] })
  expect(told.outcomes).toHaveLength(10)
  expect(enqueued.map(({ id }) => id)).toEqual(expect.arrayContaining(told.outcomes.map(({ id }) => id)))
})

test('every outcome is told exactly once while many are written at the same time', async () => {
  const pawl = testPawl({ url: database.url, jobs: [note] })
  let { cursor } = await pawl.ledger.outcomes()
  await pawl.start()
  const ids = (
    await Promise.all(
      Array.from({ length: 20 }, () =>
        pawl.enqueueMany(
          note,
          Array.from({ length: 20 }, () => ({ fail: false })),
        ),
      ),
    )
  )
    .flat()
    .map(({ id }) => id)
  const told: string[] = []
  await until('all are told', async () => {
    const next = await pawl.ledger.outcomes({ after: cursor })
    cursor = next.cursor
    told.push(...next.outcomes.map(({ id }) => id))
    return told.length >= ids.length
  })
  expect([...told].sort()).toEqual([...ids].sort())
})

test('whoever was away too long, or comes from another cluster, is told so and begins anew', async () => {
  const pawl = testPawl({ url: database.url, jobs: [note] })
  const now = Date.now()
  const cursor = (text: string) => Buffer.from(text).toString('base64url')
  const old = await pawl.ledger.outcomes({ after: cursor(`100:100: ${now - 7_200_000} ${now - 7_200_000}`) })
  expect(old).toMatchObject({ missed: true, counts: [], outcomes: [] })
  const foreign = await pawl.ledger.outcomes({ after: cursor(`900000000000:900000000000: ${now} ${now}`) })
  expect(foreign).toMatchObject({ missed: true, counts: [] })
  expect(await pawl.ledger.outcomes({ after: foreign.cursor })).toMatchObject({ missed: false })
})

test.each([
  '',
  'x',
  'MTox',
  Buffer.from('9:3: 1 1').toString('base64url'),
  Buffer.from('1:9:5,4 1 1').toString('base64url'),
  Buffer.from('1:9:9 1 1').toString('base64url'),
  Buffer.from('0:0: 1 1').toString('base64url'),
])('a cursor that is none is refused: %j', async (after) => {
  const pawl = testPawl({ url: database.url, jobs: [] })
  await expect(pawl.ledger.outcomes({ after })).rejects.toMatchObject({ code: 'invalid-cursor' })
})

test('what is read does not grow with the history', async () => {
  const pawl = testPawl({ url: database.url, jobs: [note] })
  const { cursor } = await pawl.ledger.outcomes()
  const [{ first }] = await database.sql(`select nextval('pawl.position')::int as first`)
  await database.sql(
    `insert into pawl.outcome (pos, at, kind)
     select $1::bigint + n, now() - interval '3 hours', 'succeeded' from generate_series(1, 50000) n`,
    [first],
  )
  await database.sql('vacuum pawl.outcome')
  const client = await database.connect()
  const [{ blocks }] = await database.sql(
    `select sum(relpages)::int as blocks from pg_class where relname ~ '^outcome_\\d+$'`,
  )
  const [, snapshot, floorMs] = /^(\S+) (\d+)/.exec(Buffer.from(cursor, 'base64url').toString())!
  const look = 'select count(*) from pawl.outcomes_since($1::text::pg_snapshot, to_timestamp($2::float8 / 1000), null)'
  const touched = await leastBlocksOf(client, look, [snapshot, floorMs])
  expect(touched).toBeLessThan(blocks / 2)
})
