import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob } from '../src/index.ts'
import { testDatabase } from './support/database.ts'
import { testPawl } from './support/test-pawl.ts'
import { until } from './support/until.ts'

const database = testDatabase()
const note = defineJob({ type: 'note', body: z.object({ text: z.string() }), run: () => {} })

test('a body that fails its schema is refused with the path of the wrong field, and nothing is written', async () => {
  const pawl = testPawl({ url: database.url, jobs: [note] })
  // @ts-expect-error: the type says so too
  await expect(pawl.enqueue(note, { text: 5 })).rejects.toThrow(/body\.text/)
  // @ts-expect-error: one bad body of many refuses them all
  await expect(pawl.enqueueMany(note, [{ text: 'fine' }, { text: 5 }])).rejects.toThrow(/body\.text/)
  expect(await database.sql('select from pawl.attempt')).toHaveLength(0)
})

test('a body over the limit is refused with advice', async () => {
  const pawl = testPawl({ url: database.url, jobs: [note] })
  await expect(pawl.enqueue(note, { text: 'x'.repeat(70_000) })).rejects.toThrow(/store the data and pass its id/)
  const short = { text: 'ä'.repeat(40_000) }
  await expect(pawl.enqueue(note, short), 'its bytes count').rejects.toThrow(/has 80011 bytes, its limit is 65536/)
})

test('ids are opaque and never all digits', async () => {
  const pawl = testPawl({ url: database.url, jobs: [note] })
  const ids = await pawl.enqueueMany(note, [{ text: 'a' }, { text: 'b' }])
  for (const { id } of ids) expect(id).toMatch(/^job_\d+$/)
  expect(new Set(ids.map(({ id }) => id)).size).toBe(2)
})

test('a thousand jobs are one round trip, in the order given', async () => {
  const pawl = testPawl({ url: database.url, jobs: [note] })
  const ids = await pawl.enqueueMany(
    note,
    Array.from({ length: 1_000 }, (_, i) => ({ text: String(i) })),
  )
  const rows = await database.sql(
    `select 'job_' || job_id::text as id, body->>'text' as text, xid::text as xid from pawl.attempt
      where 'job_' || job_id::text = any ($1::text[])`,
    [ids.map(({ id }) => id)],
  )
  const byId = new Map(rows.map((row) => [row.id, row.text]))
  expect(ids.map(({ id }) => byId.get(id))).toEqual(Array.from({ length: 1_000 }, (_, i) => String(i)))
  expect(new Set(rows.map((row) => row.xid)).size).toBe(1)
})

test('jobs of a batch between whose positions others were given out have their own ids all the same', async () => {
  const pawl = testPawl({ url: database.url, jobs: [note] })
  await database.sql('alter sequence pawl.position increment by 2')
  const ids = await pawl.enqueueMany(note, [{ text: 'x' }, { text: 'y' }, { text: 'z' }])
  await database.sql('alter sequence pawl.position increment by 1')
  const shown = await Promise.all(ids.map(({ id }) => pawl.job(id)))
  expect(shown.map((job) => job?.body)).toEqual([{ text: 'x' }, { text: 'y' }, { text: 'z' }])
})

test('a stream is read no faster than it is written', async () => {
  const pawl = testPawl({ url: database.url, jobs: [note] })
  let read = 0
  let written = 0
  let furthest = 0
  pawl.on('job.enqueue', ({ ids }) => {
    written += ids.length
  })
  async function* bodies() {
    for (; read < 10_500; read++) {
      furthest = Math.max(furthest, read - written)
      yield { text: 'x' }
    }
  }
  expect(await pawl.enqueueStream(note, bodies())).toEqual({ accepted: 10_500 })
  expect(written).toBe(10_500)
  expect(furthest).toBeLessThanOrEqual(1_000)
})

test('calls made together share inserts, and each gets its own id', async () => {
  const pawl = testPawl({ url: database.url, jobs: [note] })
  const ids = await Promise.all(Array.from({ length: 300 }, (_, i) => pawl.enqueue(note, { text: `together ${i}` })))
  expect(new Set(ids.map(({ id }) => id)).size).toBe(300)
  const [{ inserts }] = await database.sql(
    `select count(distinct xid)::int as inserts from pawl.attempt where body->>'text' like 'together%'`,
  )
  expect(inserts).toBeLessThan(20)
})

test('unknown options, types and queues suggest the right one', async () => {
  const pawl = testPawl({ url: database.url, jobs: [note] })
  // @ts-expect-error: a typo
  await expect(pawl.enqueue(note, { text: '' }, { delayMS: 5 })).rejects.toThrow(/did you mean 'delayMs'/)
  const stranger = defineJob({ type: 'notes', body: z.object({}), run: () => {} })
  await expect(pawl.enqueue(stranger, {})).rejects.toThrow(/no job has the type 'notes'; did you mean 'note'/)
  await expect(pawl.queues.pause('nite')).rejects.toThrow(/did you mean 'note'/)
  expect(() => testPawl({ url: database.url, jobs: [note], queues: { nite: {} } })).toThrow(/did you mean 'note'/)
})

test('a job with startBefore that nobody started in time becomes a dead letter', async () => {
  const pawl = testPawl({ url: database.url, jobs: [note] })
  const startBefore = new Date(Date.now() - 1_000)
  const [inLine, delayed] = [
    await pawl.enqueue(note, { text: 'late' }, { startBefore }),
    await pawl.enqueue(note, { text: 'later' }, { startBefore, delayMs: 1 }),
  ]
  await pawl.start()
  for (const { id } of [inLine, delayed]) {
    const letter = await until('it is a dead letter', () => pawl.deadLetters.show(id))
    expect(letter).toMatchObject({ reason: 'expired', failures: 0 })
    expect((await pawl.job(id))?.status).toBe('failed')
  }
})

test('a job with startBefore in a paused queue expires without a worker to claim it', async () => {
  const quiet = defineJob({ type: 'quiet', body: z.object({}), run: () => {} })
  const pawl = testPawl({ url: database.url, jobs: [quiet] })
  await pawl.queues.pause('quiet')
  const { id } = await pawl.enqueue(quiet, {}, { startBefore: new Date(Date.now() - 1_000) })
  await pawl.start()
  expect(await until('it is a dead letter', () => pawl.deadLetters.show(id))).toMatchObject({ reason: 'expired' })
})

test('after stop nothing can be enqueued, and the error says what to do', async () => {
  const pawl = testPawl({ url: database.url, jobs: [note] })
  await pawl.stop()
  await expect(pawl.enqueue(note, { text: '' })).rejects.toThrow(/make a new one/)
})
