import type pg from 'pg'
import { ensureSchema } from './ensure-schema.ts'
import { serverSchema } from './migrate-server.ts'
import { statement } from './statement.ts'

const end = statement('pass_end')
const ended = statement('passes_ended')
const forget = statement('passes_forget')

/** How long what was ended at another server may be unknown here. */
const keptMs = 1_000

/**
 * Passes that were ended before their time, for all servers of one database: log-in links that were used, and sessions that were
 * logged out. What this server ends counts at once; what others end, within a second.
 */
export class EndedPasses {
  readonly #db: pg.Pool
  readonly #ready: () => Promise<void>
  readonly #own = new Set<string>()
  #read: { readonly atMs: number; readonly ids: Promise<ReadonlySet<string>> } | undefined

  constructor(db: pg.Pool) {
    this.#db = db
    this.#ready = ensureSchema(db, serverSchema)
  }

  /** False: it had been ended before, here or elsewhere. */
  async end({ id, expiresAtMs }: { readonly id: string; readonly expiresAtMs: number }): Promise<boolean> {
    await this.#ready()
    this.#own.add(id)
    const { rowCount } = await this.#db.query(end, [id, expiresAtMs])
    await this.#db.query(forget)
    return rowCount === 1
  }

  async has(id: string): Promise<boolean> {
    if (this.#own.has(id)) return true
    const nowMs = performance.now()
    if (this.#read === undefined || nowMs - this.#read.atMs > keptMs) {
      this.#read = { atMs: nowMs, ids: this.#readAll() }
    }
    const { ids } = this.#read
    try {
      return (await ids).has(id)
    } catch (error) {
      // the next request asks again
      if (this.#read?.ids === ids) this.#read = undefined
      throw error
    }
  }

  async #readAll(): Promise<ReadonlySet<string>> {
    await this.#ready()
    const { rows } = await this.#db.query<{ id: string }>(ended)
    const ids = new Set(rows.map(({ id }) => id))
    for (const id of this.#own) if (ids.has(id)) this.#own.delete(id)
    return ids
  }
}
