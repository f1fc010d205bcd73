import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import type { SettlingWorker } from '../../src/postgres/settle.ts'
import { standDown } from '../../src/postgres/standby.ts'
import { testDatabase } from '../support/database.ts'
import { appendAttempts, TestLedger } from '../support/ledger.ts'
import { TestStandby } from '../support/standby.ts'

const database = testDatabase()
const ledger = new TestLedger(database)
const standby = new TestStandby(ledger)

type WriterStep = {
  readonly kind: 'append' | 'savepoint' | 'rollbackTo' | 'commit' | 'rollback' | 'prepare'
  readonly who: number
  readonly count: number
}
type Step =
  | WriterStep
  | { readonly kind: 'claim'; readonly limit: number; readonly first: boolean }
  | { readonly kind: 'standBy' | 'standDown' | 'enqueue' }

const writers = 4
const writerStep = fc.record({
  kind: fc.constantFrom(
    'append',
    'append',
    'append',
    'savepoint',
    'rollbackTo',
    'commit',
    'commit',
    'rollback',
    'prepare',
  ),
  who: fc.nat(writers - 1),
  count: fc.integer({ min: 1, max: 3 }),
})
const claimStep = fc.record({
  kind: fc.constant('claim' as const),
  limit: fc.integer({ min: 1, max: 4 }),
  first: fc.boolean(),
})
/** A worker stands by, and who enqueues may hand it the job. */
const standbyStep = fc.record({
  kind: fc.constantFrom(
    'standBy' as const,
    'standBy' as const,
    'enqueue' as const,
    'enqueue' as const,
    'standDown' as const,
  ),
})
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: writerStep },
    { weight: 2, arbitrary: claimStep },
    { weight: 3, arbitrary: standbyStep },
  ),
  {
    minLength: 10,
    maxLength: 60,
  },
)

let clients: pg.Client[]
let workers: SettlingWorker[]

/** One enqueuer and what its transaction would leave behind. */
class Writer {
  readonly #client: pg.Client
  readonly #lane: number
  /** Positions at the beginning and since each savepoint; empty without a transaction. */
  #levels: number[][] = []
  #prepared: string | undefined

  constructor(client: pg.Client, lane: number) {
    this.#client = client
    this.#lane = lane
  }

  /** Does one step; returns what it has committed. */
  async step({ kind, count }: WriterStep): Promise<number[]> {
    if (kind === 'commit') return this.end(true)
    if (kind === 'rollback') return this.end(false)
    if (this.#prepared !== undefined) return []
    if (this.#levels.length === 0) {
      await this.#client.query('begin')
      this.#levels = [[]]
    }
    if (kind === 'append') this.#levels.at(-1)!.push(...(await appendAttempts(this.#client, this.#lane, count)))
    if (kind === 'savepoint') {
      await this.#client.query(`savepoint s${this.#levels.length}`)
      this.#levels.push([])
    }
    if (kind === 'rollbackTo' && this.#levels.length > 1) {
      this.#levels.pop()
      await this.#client.query(`rollback to s${this.#levels.length}`)
    }
    if (kind === 'prepare') {
      this.#prepared = randomUUID()
      await this.#client.query(`prepare transaction '${this.#prepared}'`)
    }
    return []
  }

  async end(commit: boolean): Promise<number[]> {
    const positions = this.#levels.flat()
    if (this.#levels.length === 0) return []
    const verb = commit ? 'commit' : 'rollback'
    await this.#client.query(this.#prepared === undefined ? verb : `${verb} prepared '${this.#prepared}'`)
    this.#levels = []
    this.#prepared = undefined
    return commit ? positions : []
  }
}

beforeAll(async () => {
  clients = await Promise.all(Array.from({ length: writers }, () => database.connect()))
  workers = [await ledger.worker(), await ledger.worker()]
  for (const worker of workers) await standby.listens(worker)
})

test('whatever the order of appends, savepoints, commits, rollbacks, claims and jobs that are handed over: all that is committed can be taken, once', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      const lane = await ledger.lane()
      const enqueuers = clients.map((client) => new Writer(client, lane))
      const waiting = new Set<number>()
      const claim = async ({ limit, first }: { limit: number; first: boolean }, turn: number) => {
        const taken = await ledger.claimPositions(workers[turn % workers.length]!, lane, { limit, first })
        for (const pos of taken) expect(waiting.delete(pos), `${pos} was taken, and was waiting`).toBe(true)
        if (taken.length === 0) expect([...waiting], 'an empty answer means an empty line').toEqual([])
        return taken.length
      }
      const enqueue = async () => {
        const { id, handed } = await standby.enqueue(lane)
        if (handed) expect([...waiting], 'what stands in line comes first').toEqual([])
        else waiting.add(id)
      }
      const settle = (positions: number[]) => positions.forEach((pos) => void waiting.add(pos))
      try {
        for (const [turn, step] of list.entries()) {
          const worker = workers[turn % workers.length]!
          if (step.kind === 'claim') await claim(step, turn)
          else if (step.kind === 'standBy') await standby.standBy(worker, lane)
          else if (step.kind === 'standDown') await standDown(ledger.claims, worker.id, lane)
          else if (step.kind === 'enqueue') await enqueue()
          else settle(await enqueuers[(step as WriterStep).who]!.step(step as WriterStep))
        }
      } finally {
        for (const enqueuer of enqueuers) settle(await enqueuer.end(true))
      }
      while ((await claim({ limit: 3, first: list.length % 2 === 0 }, 0)) > 0);
    }),
    { numRuns: 60 },
  )
})
