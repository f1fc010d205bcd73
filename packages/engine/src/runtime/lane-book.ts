import { findOrMakeLane, type Lane, type LaneKey } from '../postgres/lanes.ts'
import type { Runner } from '../postgres/runner.ts'

/** The lanes this process has met. A lane is never changed or removed, so what is in here stays true. */
export class LaneBook {
  readonly #runner: Runner
  readonly #byKey = new Map<string, Promise<Lane>>()

  constructor(runner: Runner) {
    this.#runner = runner
  }

  find(key: LaneKey): Promise<Lane> {
    const name = [key.queue, key.type, key.version, key.priority, key.source, key.place].join('\u0001')
    let lane = this.#byKey.get(name)
    if (lane === undefined) {
      lane = findOrMakeLane(this.#runner, key)
      this.#byKey.set(name, lane)
      lane.catch(() => this.#byKey.delete(name))
    }
    return lane
  }

  /** The sibling of a lane at another place. */
  async at(place: Lane['place'], lane: LaneKey): Promise<Lane> {
    const { queue, type, version, priority, source } = lane
    return this.find({ queue, type, version, priority, source, place })
  }
}
