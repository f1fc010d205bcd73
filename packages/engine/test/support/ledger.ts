import { randomUUID } from 'node:crypto'
import { afterAll } from 'vitest'
import { type ClaimResult, claim, claimSettings, lineBounds } from '../../src/postgres/claim.ts'
import { Connection } from '../../src/postgres/connection.ts'
import { findOrMakeLane, type LaneKey } from '../../src/postgres/lanes.ts'
import type { Runner } from '../../src/postgres/runner.ts'
import type { SettlingWorker, ToSettle } from '../../src/postgres/settle.ts'
import { registerWorker } from '../../src/postgres/workers.ts'
import type { TestDatabase } from './database.ts'

type Lanes = number | readonly (number | { readonly id: number; readonly rank: number })[]
type ClaimOptions = {
  readonly limit?: number
  readonly free?: number
  readonly runner?: Runner
  /** As a worker does that had nothing to do: what comes first should start soon. */
  readonly first?: boolean
}

/** The ledger without the services around it: tests take each step by hand. */
export class TestLedger {
  readonly #database: Pick<TestDatabase, 'url'>
  readonly #connections: Connection[] = []
  #runner: Connection | undefined
  #claimRunner: Connection | undefined
  #claims = 0

  constructor(database: Pick<TestDatabase, 'url'>) {
    this.#database = database
    afterAll(() => Promise.all(this.#connections.map((connection) => connection.close())))
  }

  /** A connection like the engine's own ones. */
  connection(settings = ''): Connection {
    const connection = new Connection({ url: this.#database.url, name: 'test', prepare: true, settings })
    this.#connections.push(connection)
    return connection
  }

  get runner(): Connection {
    this.#runner ??= this.connection()
    return this.#runner
  }

  /** One like the engine's own for claims. */
  get claims(): Connection {
    this.#claimRunner ??= this.connection(claimSettings)
    return this.#claimRunner
  }

  async worker(name = 'worker'): Promise<SettlingWorker> {
    const id = randomUUID()
    return { id, number: await registerWorker(this.runner, id, name, ['work']) }
  }

  /** A lane of its own, unless the key says which one. */
  async lane(key: Partial<LaneKey> = {}): Promise<number> {
    const whole: LaneKey = {
      queue: 'work',
      type: `type-${randomUUID()}`,
      version: 1,
      priority: 5,
      source: '',
      place: 'line',
      ...key,
    }
    return (await findOrMakeLane(this.runner, whole)).id
  }

  /** Claims for one pool. Lanes without a rank have the same one. */
  async claim(worker: SettlingWorker, lanes: Lanes, options: ClaimOptions = {}): Promise<ClaimResult> {
    const { limit = 100, free = limit, first = false } = options
    const { runner = first ? this.claims : this.runner } = options
    const list = typeof lanes === 'number' ? [lanes] : lanes
    const ranked = list.map((lane) => (typeof lane === 'number' ? { id: lane, rank: 0 } : lane))
    const bounds = first ? await lineBounds(runner) : undefined
    const pool = { queue: 'work', limit, free, startRate: undefined, lanes: ranked }
    return claim(runner, { worker: worker.id, claim: ++this.#claims, first: bounds, pools: [pool] })
  }

  async claimPositions(worker: SettlingWorker, lanes: Lanes, options: ClaimOptions = {}): Promise<number[]> {
    return positionsOf(await this.claim(worker, lanes, options))
  }
}

/** SQL that appends `count` first attempts to a lane, for whatever connection or transaction. */
export const append = `insert into pawl.attempt (lane, body, max_attempts)
  select $1, to_jsonb(n), 3 from generate_series(1, $2::int) n returning pos`

type Queryable = { query(text: string, values: unknown[]): Promise<{ rows: { pos: string | number }[] }> }

/** Appends attempts through a client, in its transaction if it has one open. Returns their positions. */
export async function appendAttempts(client: Queryable, lane: number, count = 1): Promise<number[]> {
  return (await client.query(append, [lane, count])).rows.map(({ pos }) => Number(pos))
}

export function positionsOf({ claimed }: ClaimResult): number[] {
  return claimed.flatMap(({ attempts }) => attempts.map(({ pos }) => pos))
}

/** A claim that waited for its lane for too long, as on a machine that is busy, is made again. */
export function unlessHeld(error: { readonly code?: unknown }): undefined {
  if (error.code !== '55P03') throw error
}

/** All that a claim brought, ready to be settled. */
export function toSettle({ claimed }: ClaimResult): ToSettle[] {
  return claimed
    .flatMap(({ lease, attempts }) => attempts.map(({ pos }) => ({ pos, lease, durationMs: 1 })))
    .sort((a, b) => a.pos - b.pos)
}
