import { checkNumber, refuseUnknownOptions, show } from '../check-options.ts'
import { PawlError } from '../errors.ts'
import { encodeBody } from '../job/body.ts'
import { deadReasons } from '../job/dead-reason.ts'
import { type JobId, jobId, jobPosition } from '../job/job-id.ts'
import {
  countDead,
  type DeadFilter,
  type DeadLetter,
  type DeadLetterView,
  discardDead,
  listDead,
  replayDead,
  showDead,
} from '../postgres/dead-letters.ts'
import { findJob } from '../postgres/jobs.ts'
import type { Runner } from '../postgres/runner.ts'
import { suggest } from '../suggest.ts'
import { checkFilter } from './check-filter.ts'
import type { Events } from './events.ts'
import type { LaneBook } from './lane-book.ts'
import type { Registry } from './registry.ts'

export type DeadLettersParts = {
  readonly runner: Runner
  /** Runs what changes nothing. */
  readonly reader: Runner
  readonly registry: Registry
  readonly lanes: LaneBook
  readonly events: Events
}

/**
 * Jobs that will not run again by themselves: kept, shown, replayed or discarded by a person. They are `pawl.deadLetters`.
 *
 * @example
 * ```ts
 * const letters = await pawl.deadLetters.list({ type: 'greet', limit: 50 })
 * await pawl.deadLetters.replayMany(letters.map(({ id }) => id))
 * ```
 */
export class DeadLetters {
  readonly #runner: Runner
  readonly #reader: Runner
  readonly #registry: Registry
  readonly #lanes: LaneBook
  readonly #events: Events

  constructor({ runner, reader, registry, lanes, events }: DeadLettersParts) {
    this.#runner = runner
    this.#reader = reader
    this.#registry = registry
    this.#lanes = lanes
    this.#events = events
  }

  /** Newest first; the next page is `before` the id of the last one. */
  async list(filter: DeadFilter = {}): Promise<DeadLetter[]> {
    refuseUnknownOptions('deadLetters.list', filter, ['queue', 'type', 'reason', 'before', 'limit'])
    if (filter.limit !== undefined) checkNumber('deadLetters.list: limit', filter.limit, { min: 1, max: 10_000 })
    checkReason(filter.reason)
    await checkFilter(this.#reader, this.#registry, filter)
    const letters = await listDead(this.#reader, filter)
    // a page that begins nowhere would look like the end of the list
    if (letters.length === 0 && filter.before !== undefined) await this.#find(filter.before)
    return letters
  }

  /** How many of each queue nobody has decided on. */
  counts(): Promise<{ queue: string; count: number }[]> {
    return countDead(this.#reader)
  }

  /** One of them whole, with each attempt's time, worker and error. */
  show(id: string): Promise<DeadLetterView | undefined> {
    jobPosition(id)
    return showDead(this.#reader, id)
  }

  /** Runs a dead letter again as a new job that points to it, with another body if one is given. */
  async replay(id: string, options: { readonly body?: unknown } = {}): Promise<{ id: JobId }> {
    refuseUnknownOptions('deadLetters.replay', options, ['body'])
    const { body, lane } = 'body' in options ? await this.#encode(id, options.body) : { body: null, lane: null }
    const [replayed] = await this.#replay([jobPosition(id)], [body], [lane])
    if (replayed === undefined) {
      throw new PawlError(
        'not-dead',
        `there is no dead letter ${id} to replay: it may have been replayed or discarded before`,
      )
    }
    return { id: replayed.id }
  }

  /** Replays many; those that somebody decided on before are left out. */
  async replayMany(ids: readonly string[]): Promise<{ dead: JobId; id: JobId }[]> {
    return this.#replay(
      ids.map(jobPosition),
      ids.map(() => null),
    )
  }

  /** Takes dead letters out of sight. They stay on record. Returns those that were discarded. */
  async discard(ids: readonly string[]): Promise<JobId[]> {
    const discarded = await discardDead(this.#runner, ids.map(jobPosition))
    return discarded.map(({ position, queue, type }) => {
      this.#events.emit('job.discard', { id: jobId(position), type, queue })
      return jobId(position)
    })
  }

  async #replay(
    positions: readonly number[],
    bodies: readonly (string | null)[],
    lanes?: readonly (number | null)[],
  ): Promise<{ dead: JobId; id: JobId }[]> {
    const replayed = await replayDead(this.#runner, positions, bodies, lanes)
    return replayed.map((each) => {
      const [dead, id] = [jobId(each.dead), jobId(each.id)]
      this.#events.emit('job.replay', { id, replays: dead, type: each.type, queue: each.queue })
      return { dead, id }
    })
  }

  /** A new body is one of the version that checks it, and goes into the lane that is served by it. */
  async #encode(id: string, body: unknown): Promise<{ body: string; lane: number | null }> {
    const letter = await this.#find(id)
    const definition = this.#registry.definition(letter.type)
    const text = await encodeBody(definition, body)
    const { queue, type, version } = definition
    if (letter.version === version) return { body: text, lane: null }
    const source = definition.source?.(body) ?? ''
    const lane = await this.#lanes.find({
      ...{ queue, type, version, source, place: 'line' },
      priority: (await findJob(this.#reader, id))?.priority ?? definition.priority,
    })
    return { body: text, lane: lane.id }
  }

  async #find(id: string): Promise<DeadLetterView> {
    const letter = await showDead(this.#reader, id)
    if (letter === undefined) throw new PawlError('not-dead', `there is no dead letter ${id}`)
    return letter
  }
}

function checkReason(reason: string | undefined): void {
  if (reason === undefined || deadReasons.some((known) => known === reason)) return
  throw new PawlError(
    'invalid-option',
    `deadLetters.list: reason is one of ${deadReasons.join(', ')}; got ${show(reason)}${suggest(String(reason), deadReasons)}`,
  )
}
