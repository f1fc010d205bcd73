import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { type ClaimResult, claim, type LeaseRef } from '../../src/postgres/claim.ts'
import { clientRunner } from '../../src/postgres/client-runner.ts'
import { Connection } from '../../src/postgres/connection.ts'
import { findOrMakeLane, type Lane, type LaneKey } from '../../src/postgres/lanes.ts'
import type { Runner } from '../../src/postgres/runner.ts'
import { statement } from '../../src/postgres/statement.ts'
import { TransactionClients } from '../../src/postgres/transaction-clients.ts'
import { registerWorker } from '../../src/postgres/workers.ts'
import type { ModelWorker } from './model.ts'

export const priorities = [0, 5] as const
export const places = ['front', 'line', 'alone'] as const
const queue = 'model'
const beat = statement('worker_beat')

/** The real thing: a ledger in PostgreSQL, and connections for several workers that nothing drives but the test. */
export class Ledger {
  readonly runner: Connection
  readonly commits: TransactionClients
  /** Callers' transactions, open or not. */
  readonly transactions: pg.Client[] = []
  readonly #claims: Connection[]
  readonly #commits: pg.Pool
  readonly #url: string
  #lanes = new Map<string, Lane>()
  #names = 0

  constructor(url: string, claimers = 3) {
    this.#url = url
    this.runner = new Connection({ url, name: 'model', prepare: true })
    this.#claims = Array.from(
      { length: claimers },
      (_, i) => new Connection({ url, name: `model claim ${i}`, prepare: true }),
    )
    this.#commits = new pg.Pool({ connectionString: url, max: 2, pipeline: true } as pg.PoolConfig)
    this.commits = new TransactionClients(this.#commits)
  }

  async open(): Promise<void> {
    await this.sql('create table if not exists effect (job_id bigint not null)')
    for (let i = 0; i < 2; i++) {
      const client = new pg.Client({ connectionString: this.#url })
      await client.connect()
      this.transactions.push(client)
    }
  }

  /** As it was when it was made: no jobs, no workers. */
  async empty(): Promise<void> {
    for (const client of this.transactions) await client.query('rollback')
    await this.sql(
      'truncate effect, pawl.attempt, pawl.lease, pawl.outcome, pawl.later, pawl.dead, pawl.worker, pawl.lane',
    )
    this.#lanes = new Map()
    for (const priority of priorities) for (const place of places) await this.#makeLane(priority, place)
  }

  async close(): Promise<void> {
    await Promise.all([
      this.runner.close(),
      ...this.#claims.map((connection) => connection.close()),
      ...this.transactions.map((client) => client.end()),
      this.#commits.end(),
    ])
  }

  readonly lane = (priority: number, place: LaneKey['place']): Lane => this.#lanes.get(`${priority} ${place}`)!

  /** A second connection, for what happens at the same time. */
  get another(): Connection {
    return this.#claims[0]!
  }

  callersTransaction(i: number): Runner {
    return clientRunner(this.transactions[i]!, false)
  }

  async register(): Promise<ModelWorker> {
    const id = randomUUID()
    const name = `worker-${++this.#names}`
    const number = await registerWorker(this.runner, id, name, [queue])
    return { id, number, name, claims: 0, lost: false, attempts: [] }
  }

  /** Claims for a worker over all lanes, on one of several connections. */
  claim(worker: ModelWorker, limit: number, free: number, connection = 0): Promise<ClaimResult> {
    const lanes = [...this.#lanes.values()].map((lane) => ({
      id: lane.id,
      rank: lane.priority * places.length + places.indexOf(lane.place),
    }))
    const pools = [{ queue, limit, free, startRate: undefined, lanes }]
    return claim(this.#claims[connection]!, { worker: worker.id, claim: ++worker.claims, pools })
  }

  /** A heartbeat that lists what the worker holds and runs. */
  async beat(worker: ModelWorker, leases: readonly LeaseRef[], running: readonly number[]): Promise<boolean> {
    const listed = leases.map(({ lane, turn }) => `${lane}:${turn}`)
    const ranges = `{${running.map((pos) => `[${pos},${pos}]`).join(',')}}`
    return (await this.runner.run(beat, [worker.id, listed, ranges, 0, null, null])).length === 1
  }

  // biome-ignore lint/suspicious/noExplicitAny: rows are whatever the test selects
  sql(text: string, values: unknown[] = []): Promise<any[]> {
    return this.runner.run({ name: '', text }, values)
  }

  async #makeLane(priority: number, place: LaneKey['place']): Promise<void> {
    const key = { queue, type: 'model', version: 1, priority, source: '', place }
    this.#lanes.set(`${priority} ${place}`, await findOrMakeLane(this.runner, key))
  }
}
