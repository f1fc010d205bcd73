import { refuseUnknownOptions } from '../check-options.ts'
import { PawlError } from '../errors.ts'
import { type JobId, jobId, jobPosition } from '../job/job-id.ts'
import { eraseJobs, findByBody, findByTypeAndKey } from '../postgres/erase.ts'
import type { Runner } from '../postgres/runner.ts'
import type { Canceller } from './canceller.ts'
import type { Events } from './events.ts'

/** Whose jobs: by their ids, by type and key, or by type and what their body contains (as `@>` of jsonb). */
export type EraseFilter =
  | { readonly ids: readonly string[] }
  | { readonly type: string; readonly key: string }
  | { readonly type: string; readonly body: object }

/** How `pawl.erase` goes about it. */
export type EraseOptions = {
  /** Cancel those that have not ended, and erase them too. Without it they are left as they are. */
  readonly cancel?: boolean
}

/** What `pawl.erase` did. */
export type Erasure = {
  /** How many jobs were erased. */
  readonly erased: number
  /** Those that have not ended and were left as they are. */
  readonly open: readonly JobId[]
}

const batch = 500

/** Blanks what jobs carried and left behind, and keeps the fact that they ran. */
export class Eraser {
  readonly #runner: Runner
  readonly #canceller: Canceller
  readonly #events: Events

  constructor(runner: Runner, canceller: Canceller, events: Events) {
    this.#runner = runner
    this.#canceller = canceller
    this.#events = events
  }

  async erase(filter: EraseFilter, options: EraseOptions = {}): Promise<Erasure> {
    refuseUnknownOptions('erase', options, ['cancel'])
    const erased = new Set<number>()
    const open = new Set<number>()
    for await (const positions of this.#find(filter)) {
      for (let i = 0; i < positions.length; i += batch) {
        const result = await this.#erase(positions.slice(i, i + batch), options.cancel === true)
        for (const position of result.erased) erased.add(position)
        for (const position of result.open) open.add(position)
      }
    }
    for (const position of erased) open.delete(position)
    if (erased.size > 0) this.#events.emit('job.erase', { count: erased.size })
    return { erased: erased.size, open: [...open].map(jobId) }
  }

  async #erase(positions: readonly number[], cancel: boolean) {
    const first = await eraseJobs(this.#runner, positions)
    if (!cancel || first.open.length === 0) return first
    await this.#canceller.cancel(first.open.map(jobId))
    const second = await eraseJobs(this.#runner, first.open)
    return { erased: [...first.erased, ...second.erased], open: second.open }
  }

  async *#find(filter: EraseFilter): AsyncGenerator<number[]> {
    if ('ids' in filter) {
      refuseUnknownOptions('erase', filter, ['ids'])
      yield filter.ids.map(jobPosition)
    } else if ('key' in filter) {
      refuseUnknownOptions('erase', filter, ['type', 'key'])
      yield await findByTypeAndKey(this.#runner, filter.type, filter.key)
    } else {
      refuseUnknownOptions('erase', filter, ['type', 'body'])
      yield* findByBody(this.#runner, filter.type, contained(filter.body))
    }
  }
}

/** An empty object is contained in every body: it would erase all jobs of the type. */
function contained(body: unknown): string {
  if (typeof body === 'object' && body !== null && Object.keys(body).length > 0) return JSON.stringify(body)
  throw new PawlError(
    'invalid-option',
    'erase needs ids, a type and a key, or a type and what the body must contain, as an object with at least one field',
  )
}
