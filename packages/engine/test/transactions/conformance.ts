import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob } from '../../src/index.ts'
import { testDatabase } from '../support/database.ts'
import { testPawl } from '../support/test-pawl.ts'
import { until } from '../support/until.ts'
import { awkwardTexts } from './awkward-texts.ts'
import { submitsItems } from './submits-items.ts'

export type Mistake = { readonly value: () => unknown; readonly message: RegExp }

/** A library as the tests see it. */
export type Library<Tx extends object> = {
  /** Commits when `work` returns, rolls back when it throws. */
  transact(work: (tx: Tx) => Promise<void>): Promise<unknown>
  insertOrder(tx: Tx, id: number): Promise<unknown>
  /** A transaction within the transaction, by a savepoint. */
  nest(tx: Tx, work: (inner: Tx) => Promise<void>): Promise<unknown>
  /** What is no transaction, by name. */
  readonly mistakes: Readonly<Record<string, Mistake>>
  close(): Promise<unknown>
}

const gaveUp = new Error('the caller gave up')
const giveUp = (): never => {
  throw gaveUp
}

/** What `enqueue(…, { tx })` and pipelines with `{ tx }` promise, for the transactions of one library on real PostgreSQL. */
export function conforms<Tx extends object>(
  open: (url: string) => Promise<Library<Tx>>,
  mistakeNames: readonly string[],
): void {
  const database = testDatabase()
  const ran: string[] = []
  const ship = defineJob({
    type: 'ship',
    body: z.object({ order: z.string() }),
    run: (job) => void ran.push(job.body.order),
  })
  let library: Library<Tx>
  // A worker that looks by itself once an hour: what it runs at once, it was told of at commit.
  const makePawl = () => testPawl({ url: database.url, jobs: [ship], worker: { pollMs: 3_600_000 } })
  const orders = async () => (await database.sql('select id from orders order by id')).map(({ id }) => id)
  const jobs = async () =>
    (await database.sql('select body from pawl.attempt union all select body from pawl.later')).map(
      ({ body }) => body.order,
    )

  beforeAll(async () => {
    await database.sql('create table orders (id int primary key)')
    library = await open(database.url)
  })
  afterAll(() => library?.close())

  submitsItems(database, () => library)

  test('a commit makes the job together with the row, tells the worker, and the job runs', async () => {
    const pawl = makePawl()
    await pawl.start()
    let id = ''
    await library.transact(async (tx) => {
      await library.insertOrder(tx, 1)
      id = (await pawl.enqueue(ship, { order: 'committed' }, { tx })).id
      expect(await pawl.job(id)).toBeUndefined()
    })
    await until('the job has succeeded', async () => (await pawl.job(id))?.status === 'succeeded')
    expect(ran).toEqual(['committed'])
    expect(await orders()).toContain(1)
  })

  test('a rollback leaves neither the row nor the job', async () => {
    const pawl = makePawl()
    const undone = library.transact(async (tx) => {
      await library.insertOrder(tx, 2)
      await pawl.enqueue(ship, { order: 'given up' }, { tx })
      await pawl.enqueue(ship, { order: 'given up' }, { tx, delayMs: 60_000 })
      giveUp()
    })
    await expect(undone).rejects.toThrow(gaveUp)
    expect(await orders()).not.toContain(2)
    expect(await jobs()).not.toContain('given up')
  })

  test('a row that PostgreSQL refuses after the enqueue unmakes the job', async () => {
    const pawl = makePawl()
    const undone = library.transact(async (tx) => {
      await library.insertOrder(tx, 3)
      await pawl.enqueue(ship, { order: 'refused' }, { tx })
      await library.insertOrder(tx, 3)
    })
    await expect(undone).rejects.toThrow()
    expect(await orders()).not.toContain(3)
    expect(await jobs()).not.toContain('refused')
  })

  test('a nested transaction that rolls back unmakes its own job and no other', async () => {
    const pawl = makePawl()
    await library.transact(async (tx) => {
      await pawl.enqueue(ship, { order: 'outer' }, { tx })
      const inner = library.nest(tx, async (nested) => {
        await pawl.enqueue(ship, { order: 'inner' }, { tx: nested })
        giveUp()
      })
      await expect(inner).rejects.toThrow(gaveUp)
    })
    expect(await jobs()).toContain('outer')
    expect(await jobs()).not.toContain('inner')
  })

  test('a thousand jobs go in with their bodies untouched and their ids in order', async () => {
    const pawl = makePawl()
    const bodies = Array.from({ length: 1_000 }, (_, i) => ({
      order: `many ${i} ${awkwardTexts[i % awkwardTexts.length]}`,
    }))
    let ids: string[] = []
    await library.transact(async (tx) => {
      ids = (await pawl.enqueueMany(ship, bodies, { tx })).map(({ id }) => id)
    })
    const rows = await database.sql(`select 'job_' || job_id as id, body from pawl.attempt
      where body ->> 'order' like 'many %' order by pos`)
    expect(rows).toEqual(bodies.map((body, i) => ({ id: ids[i], body })))
  })

  test('instants, a trace, a priority and a source arrive as they were given', async () => {
    const pawl = makePawl()
    const runAt = new Date('2031-02-03T04:05:06.789Z')
    const startBefore = new Date('9999-12-31T23:59:59.999Z')
    const options = {
      startBefore,
      trace: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      priority: 7,
      source: 'acme',
    }
    await library.transact(async (tx) => {
      await pawl.enqueue(ship, { order: 'now' }, { ...options, tx })
      await pawl.enqueue(ship, { order: 'later' }, { ...options, runAt, tx })
    })
    const rows = await database.sql(
      `with job as (select lane, body, start_before, trace, null as run_at from pawl.attempt
                    union all select lane, body, start_before, trace, run_at from pawl.later)
       select run_at, start_before as "startBefore", trace, priority, source from job join pawl.lane on lane.id = lane
        where body ->> 'order' in ('now', 'later') order by run_at nulls first`,
    )
    expect(rows).toEqual([
      { ...options, run_at: null },
      { ...options, run_at: runAt },
    ])
  })

  test.each(mistakeNames)('%s is refused, with what to pass instead', async (name) => {
    const pawl = makePawl()
    const { value, message } = library.mistakes[name]!
    const refused = pawl.enqueue(ship, { order: 'mistaken' }, { tx: value() as object })
    await expect(refused).rejects.toMatchObject({
      code: 'unknown-transaction',
      message: expect.stringMatching(message),
    })
    expect(await jobs()).not.toContain('mistaken')
  })
}
