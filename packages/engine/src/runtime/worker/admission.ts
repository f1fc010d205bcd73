import { admit } from '../../postgres/groups.ts'
import type { Runner } from '../../postgres/runner.ts'
import type { SettlingWorker } from '../../postgres/settle.ts'
import type { Events } from '../events.ts'
import type { LaneBook } from '../lane-book.ts'
import type { Attempt } from './attempt.ts'
import type { Settler } from './settler.ts'

export type AdmissionOptions = {
  readonly runner: Runner
  readonly worker: () => SettlingWorker
  readonly lanes: LaneBook
  readonly settler: Settler
  readonly events: Events
  /** Its attempt is settled: it waits for its group. */
  readonly onParked: (attempt: Attempt) => void
}

/** Lets claimed attempts of groups start as far as there are slots, over all workers. */
export class Admission {
  readonly #options: AdmissionOptions

  constructor(options: AdmissionOptions) {
    this.#options = options
  }

  /** Returns those that may start. The others are parked, and come back when a slot is free. */
  async admit(attempts: readonly Attempt[]): Promise<Attempt[]> {
    const { runner, worker, settler, events, onParked } = this.#options
    try {
      const admitted = await admit(runner, worker(), await Promise.all(attempts.map((attempt) => this.#item(attempt))))
      for (const attempt of attempts) {
        if (admitted.has(attempt.pos)) continue
        onParked(attempt)
        events.emit('job.park', { ...attempt.about, group: attempt.group! })
      }
      return attempts.filter(({ pos }) => admitted.has(pos))
    } catch (error) {
      // claimed and not offered: nobody else would give them back
      for (const attempt of attempts) settler.add(attempt, { kind: 'handBack' }, 0)
      throw error
    }
  }

  async #item({ pos, lease, lane, definition }: Attempt) {
    const front = lane.place === 'line' ? await this.#options.lanes.at('front', lane) : lane
    return { pos, lease, limit: definition.groupConcurrency, frontLane: front.id }
  }
}
