/** How often something happened in this process, by name and labels: what a metrics endpoint exports. */
export type EventCount = {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly count: number
}

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

/** The one place that counts. Settlements come one a job, so they are counted by type, without a text made for each. */
export class EventCounts {
  readonly #events = new Map<string, { name: string; labels: Record<string, string>; count: number }>()
  readonly #settled = new Map<JobType, Map<string, number>>()

  add(name: string, event: object): void {
    const labels: Record<string, string> = {}
    for (const label of labelNames) {
      const value = (event as Record<string, unknown>)[label]
      if (value !== undefined) labels[label] = String(value)
    }
    const key = `${name} ${JSON.stringify(labels)}`
    const known = this.#events.get(key)
    if (known === undefined) this.#events.set(key, { name, labels, count: 1 })
    else known.count++
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
    return [...[...this.#events.values()].map((entry) => ({ ...entry })), ...settled]
  }
}
