import type { Tx } from 'pawl'
import { type LivePosition, type LiveRange, readCursor, writeCursor } from './live-cursor.ts'
import { LiveWatch } from './live-watch.ts'
import { snapshotNow } from './snapshot-now.ts'

export type LiveRowsOptions<Row extends { readonly id: number }, Filter> = {
  readonly db: Tx
  /** How often the table is scanned while there are followers. */
  readonly pollMs: number
  /** The rows of a range that pass the filter, in order of ids; at most `limit`. */
  readonly between: (db: Tx, range: LiveRange, filter: Filter, limit: number) => Promise<readonly Row[]>
  /** Whether there is a row that a snapshot does not show. */
  readonly anySince: (db: Tx, since: string) => Promise<boolean>
}

export type LiveRow<Row> = { readonly row: Row; readonly cursor: string }

/** At most this many rows are in memory, however many are new. */
const batch = 200

/**
 * New rows of a table as they come, each once and from a cursor on: in order between two snapshots, then between the later one and
 * the next. A row whose transaction commits late comes late and is not missed. The table keeps the transaction id of each row.
 *
 * @example
 * ```ts
 * const live = new LiveRows<{ readonly id: number }, undefined>({
 *   db: new pg.Pool({ connectionString: process.env.DATABASE_URL }),
 *   pollMs: 500,
 *   between: async () => [],
 *   anySince: async () => false,
 * })
 * console.log(live.canContinue('no cursor')) // false
 * ```
 */
export class LiveRows<Row extends { readonly id: number }, Filter> {
  readonly #options: LiveRowsOptions<Row, Filter>
  readonly #watch: LiveWatch

  constructor(options: LiveRowsOptions<Row, Filter>) {
    this.#options = options
    this.#watch = new LiveWatch(options)
  }

  /** The cursor of now: the rows that come later are new. */
  async begin(): Promise<string> {
    const now = await snapshotNow(this.#options.db)
    return writeCursor({ since: now, until: now, after: 0, atMs: Date.now() })
  }

  /** False: the text is no cursor, or older than a day. */
  canContinue(cursor: string): boolean {
    return readCursor(cursor, Date.now()) !== undefined
  }

  /** Yields each new row with the cursor after it, until `gone` fires. The cursor must be one that `canContinue`. */
  async *follow(cursor: string, filter: Filter, gone: AbortSignal): AsyncGenerator<LiveRow<Row>> {
    const from = readCursor(cursor, Date.now())
    if (from === undefined) throw new TypeError('expected a cursor of this feed; got another text')
    await this.#watch.attach(gone)
    yield* this.#rest(from, filter, gone)
    let { until } = from
    while (!gone.aborted) {
      const { turn } = this.#watch
      const since = until
      until = await snapshotNow(this.#options.db)
      yield* this.#rest({ since, until, after: 0, atMs: Date.now() }, filter, gone)
      await this.#watch.changed(turn, gone)
    }
  }

  /** The rows of one range that are left. */
  async *#rest(from: LivePosition, filter: Filter, gone: AbortSignal): AsyncGenerator<LiveRow<Row>> {
    const { db, between } = this.#options
    let position = from
    for (;;) {
      const rows = await between(db, position, filter, batch)
      for (const row of rows) {
        if (gone.aborted) return
        position = { ...position, after: row.id, atMs: Date.now() }
        yield { row, cursor: writeCursor(position) }
      }
      if (rows.length < batch) return
    }
  }
}
