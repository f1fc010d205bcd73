import { afterAll, beforeAll } from 'vitest'
import { sliceOf } from '../../../src/job/decide-retention.ts'
import { Connection } from '../../../src/postgres/connection.ts'
import { Events, type PawlEvents } from '../../../src/runtime/events.ts'
import { LaneBook } from '../../../src/runtime/lane-book.ts'
import { Partitions } from '../../../src/runtime/partitions.ts'
import { Retention } from '../../../src/runtime/retention.ts'
import { type RetentionOptions, retentionSettings } from '../../../src/runtime/retention-options.ts'
import type { QueueOptions } from '../../../src/runtime/worker/worker-options.ts'
import type { TestDatabase } from '../../support/database.ts'
import { until } from '../../support/until.ts'

export const keepMs = 60 * 60 * 1000
export const size = 100

type Told = { readonly name: keyof PawlEvents } & Record<string, unknown>

type TestRetentionOptions = {
  readonly retention?: Omit<RetentionOptions, 'keepMs'>
  readonly queues?: Readonly<Record<string, QueueOptions>>
  readonly patienceMs?: number
}

/** Retention over small partitions, that nothing drives but the test. */
export class TestRetention {
  readonly told: Told[] = []
  readonly retention: Retention
  readonly #database: TestDatabase

  /** A detach that is slow because the machine is gives up as if somebody read: it is patient unless a test is about readers. */
  constructor(database: TestDatabase, options: TestRetentionOptions = {}) {
    this.#database = database
    const { retention, queues } = options
    const events = new Events()
    events.onAny((name, event) => void this.told.push({ name, ...event }))
    const runner = new Connection({ url: database.url, name: 'test retention', prepare: true })
    afterAll(() => runner.close())
    const partitions = new Partitions({ runner, events, keepMs, least: size })
    this.retention = new Retention({
      url: database.url,
      runner,
      lanes: new LaneBook(runner),
      events,
      partitions,
      settings: retentionSettings({ keepMs, ...retention }, queues),
      patienceMs: options.patienceMs ?? 10_000,
    })
  }

  /** Runs it until there is nothing more to do, or something is in the way. */
  async run(): Promise<void> {
    for (;;) {
      const nextMs = await this.retention.runOnce()
      if (nextMs > 4_000) return
      await new Promise((resolve) => setTimeout(resolve, Math.min(500, nextMs)))
    }
  }

  /** Runs it until this partition is gone: those who work or read meanwhile may be in its way for a while. */
  async drops(partition: number): Promise<void> {
    await until(`partition ${partition} is gone`, async () => {
      await this.run()
      const rows = await this.#database.sql('select from pawl.partition where number = $1', [partition])
      return rows.length === 0
    })
  }

  /** The partition in use is closed because its time is up: what comes next is in another one. Returns its number. */
  async turnOver(): Promise<number> {
    const closed = () => this.events('partition.close').length
    const before = closed()
    await this.#sql(`select nextval('pawl.position')`)
    await this.retention.runOnce()
    await this.#sql(
      `update pawl.partition set opened_at = opened_at - $1::float8 * interval '1 ms' where closed_at is null`,
      [sliceOf(keepMs)],
    )
    await until('the partition in use is closed', async () => {
      await this.retention.runOnce()
      return closed() > before
    })
    return this.events('partition.close').at(-1)!.partition as number
  }

  /** Time passes for what was closed. */
  async age(ms: number): Promise<void> {
    await this.#sql(`update pawl.partition set closed_at = closed_at - $1::float8 * interval '1 ms'`, [ms])
  }

  events(name: keyof PawlEvents): Told[] {
    return this.told.filter((event) => event.name === name)
  }

  get dropped(): number[] {
    return this.events('retention.drop').map(({ partition }) => partition as number)
  }

  #sql(text: string, values?: unknown[]): Promise<unknown> {
    return this.#database.sql(text, values)
  }
}

/** Partitions of a hundred positions in place of a million. */
export function smallPartitions(database: TestDatabase): void {
  beforeAll(async () => {
    for (const { number } of await database.sql('select number from pawl.partition')) {
      for (const table of ['attempt', 'outcome', 'result', 'lease'])
        await database.sql(`drop table pawl.${table}_${number}`)
    }
    await database.sql('delete from pawl.partition')
    await database.sql('alter sequence pawl.position restart')
    await database.sql('select pawl.tend_partitions(3, 0, $1)', [size])
  })
}

/** The tables of the ledger that exist, attached or not. */
export async function partitionTables(database: TestDatabase): Promise<string[]> {
  const rows = await database.sql(
    `select relname from pg_class where relnamespace = 'pawl'::regnamespace and relkind = 'r'
        and relname ~ '^(attempt|outcome|result|lease)_[0-9]+$' order by 1`,
  )
  return rows.map(({ relname }) => relname)
}
