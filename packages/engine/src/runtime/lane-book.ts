import { findOrMakeLane, type Lane, type LaneKey } from '../postgres/lanes.ts'
import type { DroppableRunner } from '../postgres/runner.ts'

/** The lanes this process has met. A lane is never changed or removed, so what is in here stays true. */
export class LaneBook {
  readonly #runner: DroppableRunner
  readonly #byKey = new Map<string, Lane | Promise<Lane>>()

  constructor(runner: DroppableRunner) {
    this.#runner = runner
  }

  /** At once, if it was met before. */
  find(key: LaneKey): Lane | Promise<Lane> {
    const name = `${key.queue}\u0001${key.type}\u0001${key.version}\u0001${key.priority}\u0001${key.source}\u0001${key.place}`
    return this.#byKey.get(name) ?? this.#look(name, key)
  }

  /** PostgreSQL does not answer: what is looked for fails, and is looked for on another connection next. */
  drop(): void {
    this.#runner.drop?.()
  }

  /** The sibling of a lane at another place. */
  async at(place: Lane['place'], lane: LaneKey): Promise<Lane> {
    const { queue, type, version, priority, source } = lane
    return this.find({ queue, type, version, priority, source, place })
  }

  #look(name: string, key: LaneKey): Promise<Lane> {
    const found = findOrMakeLane(this.#runner, key)
    this.#byKey.set(name, found)
    found.then(
      (lane) => this.#byKey.set(name, lane),
      () => this.#byKey.delete(name),
    )
    return found
  }
}
