import { inTransaction, ProblemError } from '@pawl/app'
import type { Enqueued } from 'pawl'
import type pg from 'pg'
import { ensureSchema } from './ensure-schema.ts'
import { serverSchema } from './migrate-server.ts'
import { requestHash } from './request-hash.ts'
import { statement } from './statement.ts'

const open = statement('request_open')
const keep = statement('request_answer')
const find = statement('request_find')
const forget = statement('requests_forget')

const forgetEveryMs = 10 * 60 * 1000
/** As the statement has it. */
const forgetAtOnce = 1_000

/** Who sends a key, the key, and all that was asked with it. */
export type KeyedRequest = { readonly client: string; readonly key: string; readonly request: unknown }
export type OnceAnswer = { readonly enqueued: readonly Enqueued[]; readonly isRepeated: boolean }

/**
 * Does what was asked once for each idempotency key. A unique index decides, in the transaction that enqueues: of two requests
 * at the same time, at whichever servers, the second waits for the first and gets its answer.
 */
export class RequestBook {
  readonly #db: pg.Pool
  readonly #ready: () => Promise<void>
  #forgottenAtMs = Number.NEGATIVE_INFINITY

  constructor(db: pg.Pool, source = serverSchema) {
    this.#db = db
    this.#ready = ensureSchema(db, source)
  }

  async once(
    { client, key, request }: KeyedRequest,
    work: (tx: pg.PoolClient) => Promise<readonly Enqueued[]>,
  ): Promise<OnceAnswer> {
    await this.#ready()
    const hash = requestHash(request)
    const answer = await inTransaction(this.#db, async (tx): Promise<OnceAnswer> => {
      const taken = await tx.query(open, [client, key, hash])
      if (taken.rowCount === 0) return repeated((await tx.query(find, [client, key])).rows[0], hash)
      const enqueued = await work(tx)
      await tx.query(keep, [client, key, JSON.stringify(enqueued)])
      return { enqueued, isRepeated: false }
    })
    await this.#forgetOld()
    return answer
  }

  async #forgetOld(): Promise<void> {
    const nowMs = performance.now()
    if (nowMs - this.#forgottenAtMs < forgetEveryMs) return
    this.#forgottenAtMs = nowMs
    // the request is answered, whatever becomes of this; the next one tries again
    await this.#forgetAll().catch(() => {})
  }

  /** A thousand at a time, so that no statement holds many rows for long. */
  async #forgetAll(): Promise<void> {
    let forgotten: number | null
    do forgotten = (await this.#db.query(forget)).rowCount
    while (forgotten === forgetAtOnce)
  }
}

function repeated(row: { hash: Buffer; answer: readonly Enqueued[] } | undefined, hash: Buffer): OnceAnswer {
  if (row?.hash.equals(hash)) return { enqueued: row.answer, isRepeated: true }
  throw new ProblemError(409, 'key-reused', 'this Idempotency-Key came with another request before; use a new one', {
    faults: [{ in: 'header', path: '/Idempotency-Key', message: 'was used for another request' }],
  })
}
