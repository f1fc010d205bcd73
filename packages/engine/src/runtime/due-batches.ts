import { PawlError } from '../errors.ts'
import type { Tx } from '../job/job.ts'
import type { ScheduleDefinition } from '../schedule/schedule-definition.ts'

/** The batches of one look for what is due, from the user's query. It is trusted with rows, not with ending. */
export class DueBatches {
  readonly #definition: ScheduleDefinition
  /** The batch before, if it was full. */
  #before: ReadonlySet<string> = new Set()

  constructor(definition: ScheduleDefinition) {
    this.#definition = definition
  }

  async next(tx: Tx): Promise<readonly unknown[]> {
    const { name, batch, due } = this.#definition
    const rows: unknown = await due!(tx, batch)
    if (!Array.isArray(rows)) {
      throw new PawlError(
        'invalid-rows',
        `due of the schedule '${name}' must return a list of rows; got ${typeof rows}`,
      )
    }
    if (rows.length > batch) {
      throw new PawlError(
        'too-many-rows',
        `due of the schedule '${name}' was to return at most ${batch} rows, and returned ${rows.length}: it must keep to its limit`,
      )
    }
    this.#refuseRepeated(rows)
    return rows
  }

  /** Rows that are returned and not advanced would be due for ever, and each batch would enqueue their jobs again. */
  #refuseRepeated(rows: readonly unknown[]): void {
    const { name, batch } = this.#definition
    if (rows.length < batch) return
    const texts = rows.map(asText)
    if (texts.every((text) => this.#before.has(text))) {
      throw new PawlError(
        'not-advanced',
        `due of the schedule '${name}' returned the rows of its last batch once more: it must advance what it returns, ` +
          'so that it is no longer due, and return what tells the rows apart',
      )
    }
    this.#before = new Set(texts)
  }
}

function asText(row: unknown): string {
  return String(JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? String(value) : value)))
}
