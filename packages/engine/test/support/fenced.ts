import pg from 'pg'
import { afterAll, beforeEach, expect } from 'vitest'
import type { Opening } from '../../src/postgres/opening-query.ts'
import { openingOfCommit } from '../../src/postgres/settle.ts'
import { transactFenced } from '../../src/postgres/transact.ts'
import { TransactionClients } from '../../src/postgres/transaction-clients.ts'
import type { TestDatabase } from './database.ts'
import { appendAttempts, TestLedger, toSettle } from './ledger.ts'

export type Write = (tx: pg.PoolClient) => Promise<unknown>

type Given = { readonly opening?: Opening }

/** Transactions as job.commit makes them, by hand, and a table for what they write. */
export class TestFenced {
  readonly insert = 'insert into effect values ($1) returning n'
  readonly ledger: TestLedger
  readonly #database: TestDatabase

  constructor(database: TestDatabase) {
    this.#database = database
    this.ledger = new TestLedger(database)
    beforeEach(async () => {
      await database.sql('drop table if exists effect; create table effect (n int)')
    })
  }

  /** One connection, as those for commits are: pipelined where statements are prepared. */
  one(prepare: boolean) {
    const pool = new pg.Pool({ connectionString: this.#database.url, max: 1, pipeline: prepare } as pg.PoolConfig)
    afterAll(() => pool.end())
    const clients = new TransactionClients(pool)
    return {
      pool,
      clients,
      /** Of an attempt that is ours, unless an opening is given. */
      transact: async (write: Write, { opening }: Given = {}) => {
        const given = opening ?? (await this.attempt()).opening()
        return transactFenced({ clients, prepare, opening: () => given }, write)
      },
      pid: async () => (await clients.query({ text: 'select pg_backend_pid() as pid' })).rows[0].pid as number,
    }
  }

  /** An attempt that is ours. Its opening passes, unless another claim is named. */
  async attempt() {
    const worker = await this.ledger.worker()
    const lane = await this.ledger.lane()
    await appendAttempts(await this.ledger.runner.client(), lane)
    const [item] = toSettle(await this.ledger.claim(worker, lane))
    const { lease, pos } = item!
    const opening = ({ fenced = true, claim = lease.claim } = {}) =>
      openingOfCommit({ worker, lease: { ...lease, claim }, pos, idleMs: 60_000, fenced })
    return { pos, opening, lost: () => opening({ claim: 77 }) }
  }

  async effects(): Promise<number[]> {
    return (await this.#database.sql('select n from effect order by n')).map(({ n }) => n)
  }

  async outcomes(pos: number): Promise<string[]> {
    return (await this.#database.sql('select kind from pawl.outcome where pos = $1', [pos])).map(({ kind }) => kind)
  }
}

/** What a promise is rejected with. */
export async function errorOf(promise: Promise<unknown>): Promise<Error & { code?: string }> {
  return promise.then(
    () => expect.fail('it should have failed'),
    (error) => error,
  )
}
