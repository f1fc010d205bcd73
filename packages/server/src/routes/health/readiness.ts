import type { Pawl } from 'pawl'

export type Ready =
  | { readonly status: 'ready' }
  | { readonly status: 'not-ready'; readonly reason: 'database-away' | 'schema-outdated' }

/** Asking opens a connection, and anybody may ask: so one answer is given to all who ask within this time. */
const keptMs = 1_000
/** A database that accepts and does not answer is away, too. */
const patienceMs = 5_000

/** Whether the database answers and its schema is the one of this release. */
export class Readiness {
  readonly #pawl: Pawl
  #asked: { readonly atMs: number; readonly answer: Promise<Ready> } | undefined

  constructor(pawl: Pawl) {
    this.#pawl = pawl
  }

  ask(): Promise<Ready> {
    const nowMs = performance.now()
    if (this.#asked === undefined || nowMs - this.#asked.atMs > keptMs) {
      this.#asked = { atMs: nowMs, answer: this.#look() }
    }
    return this.#asked.answer
  }

  async #look(): Promise<Ready> {
    const away: Ready = { status: 'not-ready', reason: 'database-away' }
    let timer: NodeJS.Timeout | undefined
    const patience = new Promise<Ready>((resolve) => {
      timer = setTimeout(() => resolve(away), patienceMs)
    })
    const look = this.#pawl.migrate({ dryRun: true }).then(
      (due): Ready => (due.length === 0 ? { status: 'ready' } : { status: 'not-ready', reason: 'schema-outdated' }),
      () => away,
    )
    try {
      return await Promise.race([look, patience])
    } finally {
      clearTimeout(timer)
    }
  }
}
