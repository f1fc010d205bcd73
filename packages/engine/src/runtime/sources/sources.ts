import { checkName, checkNumber, refuseUnknownOptions, show } from '../../check-options.ts'
import { checkDuration } from '../../check-time.ts'
import { PawlError } from '../../errors.ts'
import type { Runner } from '../../postgres/runner.ts'
import {
  closeCircuit,
  limitSource,
  listSources,
  pauseSource,
  resumeSource,
  type SourceView,
} from '../../postgres/sources.ts'
import { suggest } from '../../suggest.ts'
import type { Events } from '../events.ts'
import type { SourceBook } from './source-book.ts'

/** What `pawl.sources.limit` changes; what is left out stays, and null takes a limit away. */
export type LimitChange = {
  readonly requestsPerMinute?: number | null
  readonly burst?: number
  /** Calls in a period: a day, or a month where the source declares one. */
  readonly quota?: number | null
  /** The class of cost; the one without a name when left out. */
  readonly class?: string
}

/** Which page of the sources to list. */
export type SourceFilter = {
  /** Only these. Default: all. */
  readonly names?: readonly string[]
  /** The name of the last source of the page before. */
  readonly after?: string
  /** Default: all. */
  readonly limit?: number
}

export type SourcesParts = {
  readonly runner: Runner
  /** Runs what changes nothing. */
  readonly reader: Runner
  readonly events: Events
  readonly book: SourceBook
}

/**
 * The sources as the database has them: what is changed here counts for all workers at once, and until the code says something
 * else than before.
 *
 * @example
 * ```ts
 * const mangadex = defineSource({ name: 'mangadex', requestsPerMinute: 240 })
 * const pawl = createPawl({ url: process.env.DATABASE_URL!, jobs: [], sources: [mangadex] })
 * await pawl.sources.limit('mangadex', { requestsPerMinute: 60 })
 * await pawl.sources.pause('mangadex', { forMs: 600_000 })
 * console.log((await pawl.sources.get('mangadex')).state) // paused
 * await pawl.sources.resume('mangadex')
 * await pawl.stop()
 * ```
 */
export class Sources {
  readonly #runner: Runner
  readonly #reader: Runner
  readonly #events: Events
  readonly #book: SourceBook

  constructor({ runner, reader, events, book }: SourcesParts) {
    this.#runner = runner
    this.#reader = reader
    this.#events = events
    this.#book = book
  }

  /** By name: all of them, or a page of `limit` after the source named `after`. */
  async list(filter: SourceFilter = {}): Promise<SourceView[]> {
    refuseUnknownOptions('sources.list', filter, ['names', 'after', 'limit'])
    const { names, after, limit } = filter
    for (const name of names ?? []) checkName('sources.list: names', name)
    if (after !== undefined) checkName('sources.list: after', after)
    if (limit !== undefined) checkNumber('sources.list: limit', limit, { min: 1, max: 10_000 })
    await this.#declare()
    return listSources(this.#reader, { names, after, limit })
  }

  async get(name: string): Promise<SourceView> {
    await this.#declare()
    const [view] = await listSources(this.#reader, { names: [name] })
    return view ?? this.#unknown(name)
  }

  /** Nobody calls it until then, or until it is resumed. What is under way goes on. */
  async pause(name: string, options: { readonly forMs?: number } = {}): Promise<void> {
    refuseUnknownOptions('sources.pause', options, ['forMs'])
    const { forMs } = options
    if (forMs !== undefined) checkDuration('sources.pause: forMs', forMs, { min: 1 })
    await this.#declare()
    if (!(await pauseSource(this.#runner, name, forMs))) await this.#unknown(name)
    this.#events.emit('source.pause', { source: name, forMs, by: 'operator' })
  }

  /** Ends a pause, also one that the source has asked for. */
  async resume(name: string): Promise<void> {
    await this.#declare()
    if (!(await resumeSource(this.#runner, name))) await this.#unknown(name)
    this.#events.emit('source.resume', { source: name })
  }

  async limit(name: string, change: LimitChange): Promise<void> {
    refuseUnknownOptions('sources.limit', change, ['requestsPerMinute', 'burst', 'quota', 'class'])
    const { requestsPerMinute, burst, quota, class: of } = change
    if (of !== undefined) checkName('sources.limit: class', of)
    if ([requestsPerMinute, burst, quota].every((value) => value === undefined)) {
      throw new PawlError('invalid-option', 'sources.limit needs a requestsPerMinute, a burst or a quota to change')
    }
    const limits = {
      ...(requestsPerMinute === undefined ? {} : { perMinute: check('requestsPerMinute', requestsPerMinute, 0.001) }),
      ...(burst === undefined ? {} : { burst: check('burst', burst, 1) }),
      ...(quota === undefined ? {} : { quota: check('quota', quota, 1) }),
    }
    await this.#declare()
    if (!(await limitSource(this.#runner, name, of ?? '', limits))) await this.#unknown(name)
    this.#events.emit('source.limit', { source: name })
  }

  /** Takes it for healthy again, without a probe. */
  async closeCircuit(name: string): Promise<void> {
    await this.#declare()
    if (!(await closeCircuit(this.#runner, name))) await this.#unknown(name)
    this.#events.emit('source.close', { source: name, by: 'operator' })
  }

  /** What this process defines is there before its first worker starts. */
  #declare(): Promise<void> {
    return this.#book.declare(this.#book.names)
  }

  async #unknown(name: string): Promise<never> {
    const names = (await this.list()).map((view) => view.name)
    const hint =
      names.length === 0 ? ': none has been declared yet, which those who define them do when they start' : ''
    throw new PawlError('unknown-source', `there is no source ${show(name)}${suggest(name, names)}${hint}`)
  }
}

function check(option: string, value: number | null, min: number): number | null {
  if (value === null && option !== 'burst') return null
  const max = option === 'requestsPerMinute' ? 1_000_000_000 : 2_147_483_647
  return checkNumber(`sources.limit: ${option}`, value, { min, max, integer: option !== 'requestsPerMinute' })
}
