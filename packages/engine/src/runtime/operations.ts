import { checkName, checkNumber, refuseUnknownOptions, show } from '../check-options.ts'
import { PawlError } from '../errors.ts'
import { asJson, unstorableIn } from '../job/as-json.ts'
import { failOperation, listOperations, type Operation, recordOperation } from '../postgres/operations.ts'
import type { Runner } from '../postgres/runner.ts'

/** What to record: see `Operation`. */
export type OperationRecord = {
  readonly who: string
  readonly what: string
  readonly on: string
  readonly details?: unknown
}

/** A page of what operators did, newest first. `next` is null at the end. */
export type OperationPage = { readonly operations: readonly Operation[]; readonly next: string | null }

/**
 * What operators did: who, what, when, to what. Whoever lets people operate records it here, and it is kept. They are
 * `pawl.operations`.
 *
 * @example
 * ```ts
 * await pawl.operations.record({ who: 'ada', what: 'queue.pause', on: 'greet' })
 * const { operations } = await pawl.operations.list({ limit: 10 })
 * console.log(operations[0]?.who)
 * ```
 */
export class Operations {
  readonly #runner: Runner
  readonly #reader: Runner

  constructor({ runner, reader }: { readonly runner: Runner; readonly reader: Runner }) {
    this.#runner = runner
    this.#reader = reader
  }

  async record(operation: OperationRecord): Promise<Operation> {
    refuseUnknownOptions('operations.record', operation, ['who', 'what', 'on', 'details'])
    const [who, what, on] = (['who', 'what', 'on'] as const).map((name) =>
      checkName(`operations.record: ${name}`, operation[name]),
    )
    const { details = null } = operation
    const text = details === null ? null : encode(details)
    const recorded = await recordOperation(this.#runner, { who: who!, what: what!, on: on!, details: text })
    return { ...recorded, who: who!, what: what!, on: on!, details }
  }

  /** Adds `failed` with this reason to the details of an operation that was recorded before it was done. */
  async fail({ id }: Pick<Operation, 'id'>, reason: string): Promise<void> {
    await failOperation(this.#runner, id, checkName('operations.fail: reason', reason))
  }

  /** Newest first, 50 unless said otherwise; `after` is the `next` of the page before. */
  async list(options: { readonly limit?: number; readonly after?: string } = {}): Promise<OperationPage> {
    refuseUnknownOptions('operations.list', options, ['limit', 'after'])
    const { limit = 50, after } = options
    checkNumber('operations.list: limit', limit, { min: 1, max: 1_000 })
    if (after !== undefined && !/^\d{1,18}$/.test(after)) {
      throw new PawlError(
        'invalid-cursor',
        `operations.list: after must be the \`next\` of the page before; got ${show(after)}`,
      )
    }
    const found = await listOperations(this.#reader, after ?? null, limit + 1)
    const operations = found.slice(0, limit)
    return { operations, next: found.length > limit ? operations.at(-1)!.id : null }
  }
}

function encode(details: unknown): string {
  const json = asJson(details)
  const fault = json.fault === undefined ? unstorableIn(json.text) : json.fault
  if (fault === undefined && json.fault === undefined) return json.text
  throw new PawlError('invalid-option', `operations.record: details must be JSON that PostgreSQL can store: ${fault}`)
}
