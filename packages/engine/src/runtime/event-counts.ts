import type { EventCount } from '../postgres/event-counts.ts'

/** A definition: one object a type, for as long as the process lives. */
type JobType = { readonly queue: string; readonly type: string }

/** The fields of an event that are worth a label: few values each. */
const labelNames = [
  'queue',
  'type',
  'reason',
  'kind',
  'schedule',
  'service',
  'blamed',
  'self',
  'source',
  'outcome',
  'pipeline',
  'stage',
  'phase',
] as const

/** What heartbeats tell of: what others cannot read from the ledger, and happens seldom enough to be told whole each time. */
const told: ReadonlySet<string> = new Set([
  ...[
    'job.lease-lost',
    'job.reclaim',
    'job.dead',
    'job.defer-loop',
    'job.blocked',
    'slot.error',
    'worker.lost',
    'worker.unfit',
  ],
  ...[
    'connection.defer',
    'connection.lost',
    'source.defer',
    'source.open',
    'schedule.fire',
    'schedule.miss',
    'schedule.error',
    'phase.failure',
  ],
  ...['retention.move', 'retention.discard', 'sweep.repair', 'service.error', 'listen.lost'],
])

type Counted = { readonly name: string; readonly labels: Record<string, string>; count: number; handedOver: number }

/** The one place that counts. Settlements come one a job, so they are counted by type, without a text made for each. */
export class EventCounts {
  readonly #events = new Map<string, Counted>()
  /** A worker's heartbeats tell. */
  #carried = false
  readonly #settled = new Map<JobType, Map<string, number>>()

  add(name: string, event: object): void {
    const labels: Record<string, string> = {}
    for (const label of labelNames) {
      const value = (event as Record<string, unknown>)[label]
      if (value !== undefined) labels[label] = String(value)
    }
    // one event may tell of several: ticks that were missed, jobs that were moved
    const times = 'count' in event && typeof event.count === 'number' ? event.count : 1
    const key = `${name} ${JSON.stringify(labels)}`
    const known = this.#events.get(key)
    if (known === undefined) this.#events.set(key, { name, labels, count: times, handedOver: 0 })
    else known.count += times
  }

  /** What a worker's heartbeat tells: all that no earlier worker of this process has taken with it. */
  untold(): EventCount[] {
    return [...this.#events.values()]
      .filter(({ name, count, handedOver }) => told.has(name) && count > handedOver)
      .map(({ name, labels, count, handedOver }) => ({ name, labels, count: count - handedOver }))
  }

  /** What no worker of this process tells: it has none. */
  uncarried(): EventCount[] {
    return this.#carried ? [] : this.untold()
  }

  /** A worker has registered with what was untold, and tells what follows. */
  carry(): void {
    this.#carried = true
  }

  /** These are on record for good, under a worker that is no more. */
  handOver(counts: readonly EventCount[]): void {
    this.#carried = false
    for (const { name, labels, count } of counts) {
      this.#events.get(`${name} ${JSON.stringify(labels)}`)!.handedOver += count
    }
  }

  settle(job: JobType, outcome: string, errorClass = ''): void {
    let counts = this.#settled.get(job)
    if (counts === undefined) {
      counts = new Map()
      this.#settled.set(job, counts)
    }
    const kind = errorClass === '' ? outcome : `${outcome} ${errorClass}`
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }

  /** How many attempts of each queue have ended, and how many of those failed. What was deferred has not ended. */
  ended(): Map<string, { ended: number; failed: number }> {
    const queues = new Map<string, { ended: number; failed: number }>()
    for (const [{ queue }, counts] of this.#settled) {
      const total = queues.get(queue) ?? { ended: 0, failed: 0 }
      for (const [kind, count] of counts) {
        if (kind.startsWith('deferred')) continue
        total.ended += count
        if (kind !== 'succeeded') total.failed += count
      }
      queues.set(queue, total)
    }
    return queues
  }

  all(): EventCount[] {
    const settled = [...this.#settled].flatMap(([{ queue, type }, counts]) =>
      [...counts].map(([kind, count]) => {
        const [outcome = '', errorClass] = kind.split(' ')
        const labels = { queue, type, outcome, ...(errorClass === undefined ? {} : { errorClass }) }
        return { name: 'job.settle', labels, count }
      }),
    )
    return [...[...this.#events.values()].map(({ name, labels, count }) => ({ name, labels, count })), ...settled]
  }
}
