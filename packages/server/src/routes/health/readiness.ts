import type { Pawl } from 'pawl'

export type Ready =
  | { readonly status: 'ready' }
  | { readonly status: 'not-ready'; readonly reason: 'database-away' | 'schema-outdated' }
  | { readonly status: 'not-ready'; readonly reason: 'services-late'; readonly services: readonly string[] }

export type ReadinessOptions = {
  /** A background service of this process that is late for longer does not run. Default: 30 s. */
  readonly lateAfterMs?: number
}

/** Asking opens a connection, and anybody may ask: so one answer is given to all who ask within this time. */
const keptMs = 1_000
/** A database that accepts a connection and does not answer within this time is away, too. */
const answerLimitMs = 5_000

/** Whether the database answers, its schema is the one of this release, and the services of this process run. */
export class Readiness {
  readonly #pawl: Pick<Pawl, 'migrate' | 'services'>
  readonly #lateAfterMs: number
  #asked: { readonly atMs: number; readonly answer: Promise<Ready> } | undefined

  constructor(pawl: Pick<Pawl, 'migrate' | 'services'>, { lateAfterMs = 30_000 }: ReadinessOptions = {}) {
    this.#pawl = pawl
    this.#lateAfterMs = lateAfterMs
  }

  async ask(): Promise<Ready> {
    const nowMs = performance.now()
    if (this.#asked === undefined || nowMs - this.#asked.atMs > keptMs) {
      this.#asked = { atMs: nowMs, answer: this.#look() }
    }
    const answer = await this.#asked.answer
    if (answer.status !== 'ready') return answer
    const late = this.#pawl.services.filter(({ lateMs }) => lateMs > this.#lateAfterMs)
    if (late.length === 0) return answer
    return { status: 'not-ready', reason: 'services-late', services: late.map(({ name }) => name) }
  }

  async #look(): Promise<Ready> {
    const away: Ready = { status: 'not-ready', reason: 'database-away' }
    let timer: NodeJS.Timeout | undefined
    const limit = new Promise<Ready>((resolve) => {
      timer = setTimeout(() => resolve(away), answerLimitMs)
    })
    const look = this.#pawl.migrate({ dryRun: true }).then(
      (due): Ready => (due.length === 0 ? { status: 'ready' } : { status: 'not-ready', reason: 'schema-outdated' }),
      () => away,
    )
    try {
      return await Promise.race([look, limit])
    } finally {
      clearTimeout(timer)
    }
  }
}
