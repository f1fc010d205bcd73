import pg from 'pg'
import { claimSettings } from './claim.ts'
import { Connection } from './connection.ts'
import { endClient } from './end-client.ts'
import { enqueueSettings } from './enqueue.ts'
import { OwnTransactions } from './own-transactions.ts'
import { ReaderPool, type ReadSettings } from './reader-pool.ts'
import { TransactionClients } from './transaction-clients.ts'

export type ConnectionsOptions = {
  readonly url: string
  readonly prepare: boolean
  readonly commitConnections: number
  readonly commitIdleMs: number
  readonly reads: ReadSettings
  readonly onReconnect: () => void
}

/**
 * The connections of one process, each with one purpose, so that none waits behind another: a long commit must not hold up a
 * claim. Seven, one more for the cache of sources, those for reads and those for commits; a worker adds one to listen and one for its
 * heartbeat.
 */
export class Connections {
  readonly enqueues: Connection
  /** Enqueues with a key, which may have to wait for a stranger's transaction. Made when the first one comes. */
  readonly keys: Connection
  readonly claims: Connection
  readonly settles: Connection
  /** What background services ask, and what is neither hot nor long. No read of a person or of a server's client is on it. */
  readonly general: Connection
  /** What people and programs read. Each of its connections is made when all others are in use. */
  readonly reads: ReaderPool
  /** For what may have to wait for a stranger's commit. */
  readonly repairs: Connection
  /** The same for cancels: a person waits for those. */
  readonly cancels: Connection
  /** For answers that are kept, which may be large. Made with the first request that may use one. */
  readonly cache: Connection
  readonly commits: TransactionClients
  readonly schedules: OwnTransactions
  /** In which items are submitted and runs are started. */
  readonly pipelines: OwnTransactions
  readonly #commits: pg.Pool
  readonly #committing = new Set<pg.PoolClient>()

  constructor({ url, prepare, commitConnections, commitIdleMs, reads, onReconnect }: ConnectionsOptions) {
    this.enqueues = new Connection({ url, prepare, name: 'enqueue', settings: enqueueSettings })
    this.keys = new Connection({ url, prepare, name: 'keys' })
    this.claims = new Connection({ url, prepare, name: 'claim', settings: claimSettings, onReconnect })
    this.settles = new Connection({ url, prepare, name: 'settle', onReconnect })
    this.general = new Connection({ url, prepare, name: 'general' })
    this.reads = new ReaderPool({ url, prepare, ...reads })
    this.repairs = new Connection({ url, prepare, name: 'repair' })
    this.cancels = new Connection({ url, prepare, name: 'cancel' })
    this.cache = new Connection({ url, prepare, name: 'cache' })
    this.schedules = new OwnTransactions({ url, name: 'schedule', idleMs: commitIdleMs })
    this.pipelines = new OwnTransactions({ url, name: 'pipeline', idleMs: commitIdleMs })
    this.#commits = new pg.Pool({
      connectionString: url,
      application_name: 'pawl commit',
      max: commitConnections,
      keepAlive: true,
      // statements of a handler that it does not wait for one by one leave together
      pipeline: prepare,
    } as pg.PoolConfig)
    this.#commits.on('connect', (client) => this.#committing.add(client))
    this.#commits.on('remove', (client) => this.#committing.delete(client))
    this.commits = new TransactionClients(this.#commits)
  }

  async close(): Promise<void> {
    const { enqueues, keys, claims, settles, general, reads, repairs, cancels, cache, schedules, pipelines } = this
    const all = [enqueues, keys, claims, settles, general, reads, repairs, cancels, cache, schedules, pipelines]
    await Promise.all(all.map((connection) => connection.close()))
    // those that are still in use belong to handlers that ignored their abort: PostgreSQL rolls back what they began
    void this.#commits.end()
    await Promise.all([...this.#committing].map(endClient))
  }
}
