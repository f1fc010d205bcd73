import { type LineBounds, lineBounds } from '../../postgres/claim.ts'
import { type Lane, lanesOfQueues } from '../../postgres/lanes.ts'
import type { Runner } from '../../postgres/runner.ts'

/** The lanes of this worker's queues, as it found them when it last looked. */
export class KnownLanes {
  readonly #runner: Runner
  readonly #prepared: boolean
  readonly #lanes = new Map<number, Lane>()
  /** Lanes that somebody told of, to be looked up; and those that were, and are none of this worker's queues. */
  #unknown = new Set<number>()
  readonly #foreign = new Set<number>()
  #bounds: LineBounds | undefined

  constructor(runner: Runner, prepared: boolean) {
    this.#runner = runner
    this.#prepared = prepared
  }

  get(id: number): Lane {
    return this.#lanes.get(id)!
  }

  /** Where lines are. Undefined: not known, or no statement is prepared, and a short claim would not be short. */
  get bounds(): LineBounds | undefined {
    return this.#bounds
  }

  /** Somebody tells of lanes. True: some of them have to be looked up. */
  areNews(ids: readonly number[]): boolean {
    for (const id of ids) if (!this.#lanes.has(id) && !this.#foreign.has(id)) this.#unknown.add(id)
    return this.#unknown.size > 0
  }

  async look(queues: readonly string[]): Promise<Lane[]> {
    const unknown = this.#unknown
    this.#unknown = new Set()
    const bounds = this.#prepared ? lineBounds(this.#runner) : undefined
    const [lanes, where] = await Promise.all([lanesOfQueues(this.#runner, queues), bounds])
    this.#bounds = where
    for (const lane of lanes) this.#lanes.set(lane.id, lane)
    for (const id of unknown) if (!this.#lanes.has(id)) this.#foreign.add(id)
    return lanes
  }
}
