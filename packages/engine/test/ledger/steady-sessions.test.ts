import pg from 'pg'
import { afterAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { defineJob } from '../../src/index.ts'
import { openingOfCommit } from '../../src/postgres/settle.ts'
import { serverOf } from '../../src/postgres/steady-sessions.ts'
import { TransactionClients } from '../../src/postgres/transaction-clients.ts'
import { testDatabase } from '../support/database.ts'
import { TestFenced } from '../support/fenced.ts'
import { gate } from '../support/gate.ts'
import { startPgBouncer } from '../support/pgbouncer.ts'
import { testPawl } from '../support/test-pawl.ts'

const database = testDatabase()
const fenced = new TestFenced(database)
const { insert } = fenced

/** A client of a pool for commits, whose first moment is over. */
async function lent(url: string) {
  const pool = new pg.Pool({ connectionString: url, max: 1, pipeline: true } as pg.PoolConfig)
  afterAll(() => pool.end())
  const clients = new TransactionClients(pool)
  const client = await clients.lend()
  await client.query('select')
  return { clients, client }
}

const now = (server: string | undefined) => ({ server, askedAt: performance.now() })

describe('a session', () => {
  test('has seen what its server was asked for after it began, and nothing else', async () => {
    const { askedAt } = now('')
    const { clients, client } = await lent(database.url)
    const server = await serverOf(client)
    expect(server).toBeTypeOf('string')
    expect(clients.hasSeen(client, now(server))).toBe(true)
    expect(clients.hasSeen(client, { server, askedAt }), 'before it began').toBe(false)
    expect(clients.hasSeen(client, now('another')), 'on another server').toBe(false)
    expect(clients.hasSeen(client, now(undefined)), 'nobody knows where').toBe(false)
    expect(clients.hasSeen(client, undefined), 'nobody knows when').toBe(false)
    clients.giveBack(client)
  })

  test('that takes the place of one that broke has not seen what that had', async () => {
    const { clients, client } = await lent(database.url)
    const then = now(await serverOf(client))
    expect(clients.hasSeen(client, then)).toBe(true)
    clients.giveBack(client, true)
    const next = await clients.lend()
    const server = await serverOf(next)
    expect(clients.hasSeen(next, then)).toBe(false)
    expect(clients.hasSeen(next, now(server))).toBe(true)
    clients.giveBack(next)
  })

  test('through a pooler is on no server that is known, and has seen nothing', async (context) => {
    const bouncer = await startPgBouncer(inject('adminUrl'))
    if (typeof bouncer === 'string') return process.env.CI ? expect.fail(bouncer) : context.skip(bouncer)
    try {
      const { clients, client } = await lent(bouncer.url(new URL(database.url).pathname.slice(1)))
      expect(await serverOf(client)).toBeUndefined()
      expect(clients.hasSeen(client, now(undefined))).toBe(false)
      clients.giveBack(client)
    } finally {
      await bouncer.stop()
    }
  })
})

describe('where the lease is known to stand', () => {
  const standing = (pos: number) => {
    const lease = { lane: 0, turn: 0, claim: 0 }
    return openingOfCommit({ worker: { id: '', number: 1 }, lease, pos, idleMs: 60_000 }, true)
  }

  test('the first commit passes, and the next is lost with all that it wrote', async () => {
    const { transact } = fenced.one(true)
    const { pos } = await fenced.attempt()
    const write = (n: number) => transact((tx) => tx.query(insert, [n]), { opening: standing(pos) })
    expect(await write(1)).toMatchObject({ kind: 'committed' })
    expect(await write(2)).toEqual({ kind: 'lost' })
    expect(await write(3), 'the statement is prepared by now').toEqual({ kind: 'lost' })
    expect(await fenced.effects()).toEqual([1])
    expect(await fenced.outcomes(pos)).toEqual(['succeeded'])
    expect(await transact((tx) => tx.query(insert, [4]))).toMatchObject({ kind: 'committed' })
  })

  test('an outcome of somebody else is a lost lease', async () => {
    const { transact } = fenced.one(true)
    const { pos } = await fenced.attempt()
    await database.sql(`insert into pawl.outcome (pos, kind) values ($1, 'cancelled')`, [pos])
    expect(await transact((tx) => tx.query(insert, [1]), { opening: standing(pos) })).toEqual({ kind: 'lost' })
    expect(await fenced.effects()).toEqual([])
  })

  test('a position whose partition is gone is a lost lease', async () => {
    const { transact } = fenced.one(true)
    const opening = standing(Number.MAX_SAFE_INTEGER)
    expect(await transact((tx) => tx.query(insert, [1]), { opening })).toEqual({ kind: 'lost' })
    expect(await fenced.effects()).toEqual([])
  })

  test('what a trigger of somebody else says is a failure, and no lost lease', async () => {
    await database.sql(`
      create function audit() returns trigger language plpgsql as $$
        begin insert into effect values (7); return null; end $$;
      create unique index on effect (n); insert into effect values (7);
      create trigger audit after insert on pawl.outcome for each row execute function audit()`)
    onTestFinished(async () => void (await database.sql('drop function audit cascade')))
    const { transact } = fenced.one(true)
    const { pos } = await fenced.attempt()
    const fails = transact((tx) => tx.query('select'), { opening: standing(pos) })
    await expect(fails).rejects.toMatchObject({ code: '23505', table: 'effect' })
    expect(await fenced.outcomes(pos)).toEqual([])
  })

  test('a handler of whom a row stands already hears of that, and not of a lost lease', async () => {
    await database.sql('create unique index on effect (n); insert into effect values (1)')
    const { transact } = fenced.one(true)
    const { pos } = await fenced.attempt()
    const fails = transact((tx) => tx.query(insert, [1]), { opening: standing(pos) })
    await expect(fails).rejects.toMatchObject({ code: '23505', table: 'effect' })
    expect(await fenced.outcomes(pos)).toEqual([])
  })
})

test('job.commit looks up its lease on a session that is younger than the claim, and only there', async () => {
  const gates = (): Record<string, ReturnType<typeof gate<void>>> => ({ looked: gate(), steady: gate(), young: gate() })
  const [started, held, ended] = [
    gates(),
    gates(),
    { looked: gate<unknown>(), steady: gate<unknown>(), young: gate<unknown>() },
  ]
  const commit = defineJob({
    type: 'commit',
    body: z.object({ name: z.enum(['looked', 'steady', 'young']) }),
    async run(job) {
      const { name } = job.body
      started[name]!.open()
      await held[name]!.passed
      await job.commit((tx) => tx.query('select')).then(() => ended[name].open('committed'), ended[name].open)
    },
  })
  const pawl = testPawl({ url: database.url, jobs: [commit], worker: { commitConnections: 1, silenceMs: 60_000 } })
  await pawl.start()
  // what has to start before a time is claimed, never handed over
  const startBefore = new Date(Date.now() + 3_600_000)
  const run = async (name: 'looked' | 'steady' | 'young', meanwhile: () => Promise<unknown>) => {
    await pawl.enqueue(commit, { name }, { startBefore })
    await started[name]!.passed
    await meanwhile()
    held[name]!.open()
    return ended[name].passed
  }
  const forget = () => database.sql('delete from pawl.lease where not standby')
  const commits = `from pg_stat_activity where datname = current_database() and application_name = 'pawl commit'`
  expect(await run('looked', async () => {})).toBe('committed')
  expect(await run('steady', forget)).toBe('committed')
  const cut = async () => {
    await forget()
    await database.sql(`select pg_terminate_backend(pid, 60000) ${commits}`)
    expect(await database.sql(`select ${commits}`)).toEqual([])
  }
  expect(await run('young', cut)).toMatchObject({ code: 'lease-lost' })
})
