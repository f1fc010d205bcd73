import type { Runner } from '../../postgres/runner.ts'
import { type Heard, type Told, tellSources } from '../../postgres/sources.ts'
import type { Events } from '../events.ts'

type Waiting = { readonly told: Told; readonly resolve?: (heard: Heard) => void }

type Counted = {
  readonly kind: Told['kind']
  readonly source: string
  readonly class: string
  count: number
  /** Since when the oldest was held, on the steady clock. */
  since: number
}

const maxFlush = 500
/** What is only counted can wait, or every job that ends would ask for the same row. */
const gatherMs = 20

/**
 * Tells the database what happened with sources. What happens while a flush is under way goes with the next one. Told is only
 * what others should know: when it cannot be told, no job is worse off, so nobody waits for a database that is away.
 */
export class SourceTeller {
  readonly #runner: Runner
  readonly #events: Events
  #waiting: Waiting[] = []
  /**
   * What is only counted: one of each source, however many jobs end. Of returned tokens the oldest counts: it is worth the least.
   * A list: there are few, and a name to look them up by would be made for each job.
   */
  #counted: Counted[] = []
  #timer: NodeJS.Timeout | undefined
  #flushing: Promise<void> | undefined

  constructor(runner: Runner, events: Events) {
    this.#runner = runner
    this.#events = events
  }

  /** For those who need what the database says to it. */
  tell(told: Told): Promise<Heard> {
    return new Promise((resolve) => this.#add({ told, resolve }))
  }

  note(told: Told): void {
    this.#add({ told })
  }

  /** `since`: from when on a token was held that is returned, on the steady clock. */
  count(kind: 'hit' | 'deferred' | 'returned', source: string, since = performance.now(), of = ''): void {
    for (const counted of this.#counted) {
      if (counted.source !== source || counted.kind !== kind || counted.class !== of) continue
      counted.count++
      if (since < counted.since) counted.since = since
      return
    }
    this.#counted.push({ kind, source, class: of, count: 1, since })
    this.#timer ??= setTimeout(() => this.#begin(), gatherMs)
  }

  async idle(): Promise<void> {
    this.#begin()
    while (this.#flushing !== undefined) await this.#flushing
  }

  #add(waiting: Waiting): void {
    this.#waiting.push(waiting)
    this.#begin()
  }

  #begin(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#flushing ??= this.#flush()
  }

  async #flush(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve))
    while (this.#waiting.length > 0 || this.#counted.length > 0) {
      const now = performance.now()
      const counted = this.#counted.splice(0).map(({ since, ...told }) => ({ told: { ...told, ms: now - since } }))
      await this.#write(merged(inOrder([...this.#waiting.splice(0, maxFlush), ...counted])))
    }
    this.#flushing = undefined
  }

  async #write(batch: readonly Waiting[]): Promise<void> {
    let heard: readonly Heard[] = []
    try {
      heard = await tellSources(
        this.#runner,
        batch.map(({ told }) => told),
      )
    } catch (error) {
      this.#events.emit('service.error', { service: 'source-teller', error, retryMs: 0 })
    }
    for (const [i, { told, resolve }] of batch.entries()) {
      const answer = heard[i] ?? { was: null, isNow: null, putOff: null }
      this.#announce(told, answer)
      resolve?.(answer)
    }
  }

  #announce({ source, kind, error = '', ms }: Told, { was, isNow }: Heard): void {
    if (kind === 'limited') this.#events.emit('source.pause', { source, forMs: ms!, by: 'source' })
    if (was === isNow) return
    if (isNow === 'open' && kind === 'failed') this.#events.emit('source.open', { source, reason: error })
    if (isNow === 'closed') this.#events.emit('source.close', { source, by: 'answer' })
  }
}

/**
 * By source, so that two processes that tell of the same ones do not wait for each other, and of one source its tokens last, as
 * claims lock them after it. What requests came to stays in its order: a success between two failures matters.
 */
function inOrder(batch: readonly Waiting[]): Waiting[] {
  const rank = ({ told: { kind } }: Waiting) => (kind === 'returned' ? 2 : kind === 'probe' ? 1 : 0)
  return [...batch].sort((a, b) =>
    a.told.source === b.told.source ? rank(a) - rank(b) : a.told.source < b.told.source ? -1 : 1,
  )
}

/** Answers in a row are one, but for those that somebody waits for. */
function merged(batch: readonly Waiting[]): Waiting[] {
  const result: Waiting[] = []
  for (const waiting of batch) {
    const before = result.at(-1)
    if (before === undefined || !isAlike(before, waiting)) result.push(waiting)
    else result.splice(-1, 1, { told: together(before.told, waiting.told) })
  }
  return result
}

function isAlike(a: Waiting, b: Waiting): boolean {
  const isNote = ({ told, resolve }: Waiting) => told.kind === 'answered' && resolve === undefined
  return a.told.source === b.told.source && isNote(a) && isNote(b)
}

function together(a: Told, b: Told): Told {
  return { ...a, count: (a.count ?? 1) + (b.count ?? 1) }
}
