import { lineBounds } from '../../src/postgres/claim.ts'
import type { Connection } from '../../src/postgres/connection.ts'
import { enqueueSettings, writeHanding } from '../../src/postgres/enqueue.ts'
import type { NewJob } from '../../src/postgres/new-job.ts'
import type { SettlingWorker } from '../../src/postgres/settle.ts'
import { type Standing, standBy } from '../../src/postgres/standby.ts'
import type { TestLedger } from './ledger.ts'

type Written = { readonly id: number; readonly handed: boolean }

/** Workers that stand by, and enqueues that look for them, step by step. */
export class TestStandby {
  readonly #ledger: TestLedger
  #enqueues: Connection | undefined
  #claims = 1_000_000

  constructor(ledger: TestLedger) {
    this.#ledger = ledger
  }

  /** A connection like the engine's own for enqueues. */
  get enqueues(): Connection {
    this.#enqueues ??= this.#ledger.connection(enqueueSettings)
    return this.#enqueues
  }

  /** Holds the lock that tells that this worker listens, until that is called off. */
  async listens({ number }: SettlingWorker): Promise<() => Promise<void>> {
    const client = await this.#ledger.connection().client()
    await client.query(`select pg_advisory_lock('pawl.worker'::regclass::oid::int, $1)`, [number])
    return async () => {
      await client.query(`select pg_advisory_unlock('pawl.worker'::regclass::oid::int, $1)`, [number])
    }
  }

  /** Undefined: it does not stand by there. */
  async standBy({ id }: SettlingWorker, lane: number): Promise<Standing | undefined> {
    const standing: Standing = { lane, claim: ++this.#claims, follows: undefined }
    const { present } = await lineBounds(this.#ledger.claims)
    standing.follows = await standBy(this.#ledger.claims, id, standing, present)
    return standing.follows === undefined ? undefined : standing
  }

  async enqueue(lane: number, body = '{}', runner = this.enqueues): Promise<Written> {
    const job = { lane, body, maxAttempts: 3 } as NewJob
    return writeHanding(runner, job, await lineBounds(this.#ledger.claims))
  }

  /** An enqueue that has not committed, so long after its transaction began. */
  async openEnqueue(lane: number, { pauseMs = 0 } = {}) {
    const connection = this.#ledger.connection(enqueueSettings)
    const client = await connection.client()
    await client.query('begin')
    if (pauseMs > 0) await client.query('select pg_sleep($1)', [pauseMs / 1_000])
    const written = await this.enqueue(lane, '{}', connection)
    const end = (how: 'commit' | 'rollback') => client.query(how)
    return { ...written, end, [Symbol.asyncDispose]: () => connection.close() }
  }

  /**
   * Stands by and enqueues until a job was handed over: transactions of other databases of the server are in flight too, and then
   * it stands in line. What stood in line is claimed.
   */
  async handOver(worker: SettlingWorker, lane: number): Promise<Written & { readonly standing: Standing }> {
    for (;;) {
      const standing = await this.standBy(worker, lane)
      const written = await this.enqueue(lane)
      if (written.handed) return { ...written, standing: standing! }
      while ((await this.#ledger.claimPositions(worker, lane, { first: true })).length > 0);
    }
  }
}
