/** What came to an end in a queue. */
export type Ended = { readonly ended: number; readonly failed: number }

type Sample = { readonly at: number; readonly totals: ReadonlyMap<string, Ended> }

const minuteMs = 60_000
const sampleMs = 5_000

const none: Ended = { ended: 0, failed: 0 }

/** How much of what is counted on and on has come in the last minute, by samples that are five seconds apart. */
export class LastMinute {
  #samples: Sample[] = []

  /** `now`: any clock that goes on evenly. */
  look(totals: ReadonlyMap<string, Ended>, now: number): (queue: string) => Ended {
    const newest = this.#samples.at(-1)
    if (newest === undefined || now - newest.at >= sampleMs) this.#samples.push({ at: now, totals })
    // the newest of those that are a minute old stays: what came after it is what counts
    while (this.#samples.length > 1 && now - this.#samples[1]!.at >= minuteMs) this.#samples.shift()
    const before = this.#samples[0]!.totals
    return (queue) => {
      const [then, here] = [before.get(queue) ?? none, totals.get(queue) ?? none]
      return { ended: here.ended - then.ended, failed: here.failed - then.failed }
    }
  }
}
