import { graceMs } from '../schedule/decide-fire.ts'
import type { Events, PawlEvents } from './events.ts'

/**
 * What is repaired. reclaim: a job of a worker that vanished, taken back or buried. tick: one of a schedule that missed its time,
 * fired more than a minute late or passed over. The others are what the sweep found: see `sweep.repair`.
 */
export type RepairKind = 'reclaim' | 'tick' | PawlEvents['sweep.repair']['kind']

/** How often this process has repaired something, by what it was. In a healthy system all are 0. */
export type Repairs = Readonly<Record<RepairKind, number>>

/** Counts the repairs of all services in one place: the reclaimer's, the scheduler's, the sweep's and those of retention. */
export class RepairCounts {
  readonly #counts = { reclaim: 0, tick: 0, key: 0, slot: 0, parked: 0, waiting: 0, partition: 0 }

  constructor(events: Events) {
    const add = (kind: RepairKind, count = 1) => {
      this.#counts[kind] += count
    }
    events.on('job.reclaim', () => add('reclaim'))
    events.on('schedule.fire', ({ lateMs, byHand }) => lateMs > graceMs && !byHand && add('tick'))
    events.on('schedule.miss', ({ reason, count }) => reason === 'late' && add('tick', count))
    events.on('sweep.repair', ({ kind }) => add(kind))
  }

  get all(): Repairs {
    return { ...this.#counts }
  }
}
