import { type JobId, jobId, jobPosition } from '../job/job-id.ts'
import { cancelInLine, cancelLater, findPlaces, type JobPlace, unsettledByFilter } from '../postgres/cancel.ts'
import type { Runner } from '../postgres/runner.ts'
import { Events } from './events.ts'

/** What `cancel` came to. A job that had ended before stays as it is, and `state` says how. */
export type Cancellation = {
  readonly id: JobId
  readonly cancelled: boolean
  readonly state: 'cancelled' | 'succeeded' | 'failed' | 'unknown'
}

/** Which jobs to cancel: of a queue, of a type, or of both. */
export type CancelFilter = { readonly queue?: string; readonly type?: string }

const page = 1_000
/** So many jobs of the history are looked at in one statement. */
const look = 5_000
/** A job may move between `later` and the line while it is being cancelled; it cannot do so for ever. */
const maxTries = 20
/** What is being committed may be asked for again after this time. */
const heldRetryMs = 200
/** SQLSTATE of a lock that was not to be had in time. */
const lockNotAvailable = '55P03'

/** Cancels jobs wherever they are, and tells of each. */
export class Canceller {
  readonly #runner: Runner
  readonly #events: Events

  constructor(runner: Runner, events = new Events()) {
    this.#runner = runner
    this.#events = events
  }

  async cancel(ids: readonly string[]): Promise<Cancellation[]> {
    const positions = ids.map(jobPosition)
    const done = new Map<number, Cancellation>()
    for (let tries = 0; done.size < new Set(positions).size && tries < maxTries; ) {
      const open = [...new Set(positions)].filter((position) => !done.has(position))
      const held = new Set<number>()
      for (const cancellation of await this.#once(open, held)) done.set(jobPosition(cancellation.id), cancellation)
      // somebody is writing what becomes of these, and will have ended sooner or later
      if (held.size > 0) await new Promise((resolve) => setTimeout(resolve, heldRetryMs))
      else tries++
    }
    return positions.map(
      (position) => done.get(position) ?? { id: jobId(position), cancelled: false, state: 'unknown' },
    )
  }

  /**
   * Cancels all that has not ended, page by page. Returns how many were cancelled. Nothing says where the jobs of a queue are
   * that have not ended, so the kept history is walked, in statements short enough for other cancels to pass in between.
   */
  async cancelMany(filter: CancelFilter): Promise<number> {
    let cancelled = 0
    for (let after: number | null = 0; after !== null; ) {
      const { positions, upto }: Awaited<ReturnType<typeof unsettledByFilter>> = await unsettledByFilter(
        this.#runner,
        filter,
        after,
        look,
      )
      for (let i = 0; i < positions.length; i += page) {
        const results = await this.cancel(positions.slice(i, i + page).map(jobId))
        cancelled += results.filter((result) => result.cancelled).length
      }
      after = upto
    }
    return cancelled
  }

  async #once(positions: readonly number[], held: Set<number>): Promise<Cancellation[]> {
    const places = await findPlaces(this.#runner, positions)
    const inLater = places.filter((place) => place.attempt === null)
    const inLine = places.filter((place) => place.state === 'line')
    const ended = places.filter((place) => place.attempt !== null && place.state !== 'line')
    const cancelled = new Set([
      ...(await this.#unlessHeld(inLater, held, (some) => this.#cancelLater(some))),
      ...(await this.#unlessHeld(inLine, held, (some) => this.#cancelInLine(some))),
    ])
    for (const { position, queue, type } of places.filter(({ position }) => cancelled.has(position))) {
      this.#events.emit('job.cancel', { id: jobId(position), type, queue })
    }
    const found = new Set(places.map((place) => place.position))
    return [
      ...[...cancelled].map((position) => ({ id: jobId(position), cancelled: true, state: 'cancelled' as const })),
      ...ended.map(({ position, state }) => ({ id: jobId(position), cancelled: false, state: state as 'succeeded' })),
      ...positions
        .filter((position) => !found.has(position))
        .map((position) => ({ id: jobId(position), cancelled: false, state: 'unknown' as const })),
    ]
  }

  /** All together; if one of them is held by somebody, each alone, so that the others need not wait for it. */
  async #unlessHeld(
    places: readonly JobPlace[],
    held: Set<number>,
    cancel: (places: readonly JobPlace[]) => Promise<number[]>,
  ): Promise<number[]> {
    if (places.length === 0) return []
    try {
      return await cancel(places)
    } catch (error) {
      if ((error as { code?: unknown }).code !== lockNotAvailable) throw error
      if (places.length === 1) {
        held.add(places[0]!.position)
        return []
      }
    }
    const cancelled: number[] = []
    for (const place of places) cancelled.push(...(await this.#unlessHeld([place], held, cancel)))
    return cancelled
  }

  #cancelLater(places: readonly JobPlace[]): Promise<number[]> {
    return cancelLater(
      this.#runner,
      places.map((place) => place.position),
    )
  }

  async #cancelInLine(places: readonly JobPlace[]): Promise<number[]> {
    const attempts = new Set(
      await cancelInLine(
        this.#runner,
        places.map((place) => place.attempt!),
      ),
    )
    return places.filter((place) => attempts.has(place.attempt!)).map((place) => place.position)
  }
}
